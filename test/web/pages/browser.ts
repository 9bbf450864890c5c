import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { Window } from 'happy-dom';
import type { ReadingEvent, ReadingRequest } from '../../../web/src/pages/import/files/messages.ts';
import { fileReader } from '../../../web/src/pages/import/files/reader.ts';
import { dashboardFile } from '../../support/run-folder.ts';
import type { Json } from './answers.ts';

/** All pages as one script, which the run has bundled: bundle.ts. */
const script = new Script(readFileSync(dashboardFile(), 'utf8'), { filename: dashboardFile() });

export interface Answer {
  status?: number;
  body: Json;
  headers?: Record<string, string>;
}

/** A request that a page sent. */
export interface Sent {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Json;
}

/** Says what the API answers; undefined if it never does. */
export type Api = (sent: Sent, headers: { get(name: string): string | null }) => Answer | undefined | Promise<Answer>;

/** There are no other tabs. */
class NoChannel {
  postMessage() {}
  close() {}
}

/** The worker that reads files, in this process. */
class ReadingWorker {
  onmessage: ((message: { data: ReadingEvent }) => void) | undefined;
  #isTerminated = false;
  readonly #answer = fileReader((event) => {
    if (!this.#isTerminated) this.onmessage?.({ data: structuredClone(event) });
  });
  postMessage(request: ReadingRequest) {
    // After the page has gone on, as between threads.
    setTimeout(() => this.#answer(request));
  }
  terminate() {
    this.#isTerminated = true;
  }
}

/** The dashboard in a window of its own, at an address, with an API that is made up. */
export class TestWindow {
  readonly sent: Sent[] = [];
  readonly #window: Window;

  constructor(address: string, api: Api, language = 'en', stored: Readonly<Record<string, string>> = {}) {
    this.#window = new Window({
      url: `https://dashboard.example.org${address}`,
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true } as object,
    });
    const window = this.#window as unknown as Window & Record<string, unknown>;
    window.localStorage.setItem('registry.language', language);
    for (const [key, text] of Object.entries(stored)) window.localStorage.setItem(key, text);
    window.document.body.innerHTML = '<div id="root"></div>';
    window.fetch = (async (request: Request) => this.#answer(request, api)) as never;
    window.scrollTo = (() => {}) as never;
    window.BroadcastChannel = NoChannel as never;
    window.Worker = ReadingWorker as never;
    script.runInContext(window as never);
  }

  async #answer(request: Request, api: Api) {
    const { pathname, searchParams } = new URL(request.url);
    const text = request.method === 'GET' ? '' : await request.text();
    const { method, headers } = request;
    const sent = { method, path: pathname, query: searchParams, body: text ? JSON.parse(text) : null };
    this.sent.push(sent);
    const answer = await api(sent, headers);
    if (!answer) return new Promise<never>(() => {});
    const { Response } = this.#window;
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers: answer.headers ?? {} });
  }

  /** The text of the page, as it is now. */
  get text(): string {
    return this.#window.document.body.textContent;
  }

  /** The address in the bar, from its path on. */
  get address(): string {
    const { pathname, search } = this.#window.location;
    return pathname + search;
  }

  /** Navigates like a link. */
  go(address: string): void {
    const { __TSR_ROUTER__ } = this.#window as unknown as { __TSR_ROUTER__: { navigate(to: { href: string }): void } };
    __TSR_ROUTER__.navigate({ href: address });
  }

  get focused() {
    return this.#window.document.activeElement;
  }

  /** The value that the browser has stored under a key. */
  stored(key: string): string {
    return this.#window.localStorage.getItem(key) ?? '';
  }

  all(selector: string) {
    return [...this.#window.document.querySelectorAll(selector)];
  }

  /** Waits until `look` returns something. Throws with the page if it does not. */
  async find<T>(what: string, look: () => T | undefined | false | null | 0): Promise<T> {
    const deadlineMs = Date.now() + 20_000;
    for (;;) {
      const found = look();
      if (found) return found;
      if (Date.now() > deadlineMs)
        throw new Error(`${what} is not there: ${this.text.slice(0, 1000)} … ${this.text.slice(-1000)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Waits for a text. */
  has(text: string): Promise<true> {
    return this.find(text, () => this.text.includes(text) || undefined) as Promise<true>;
  }

  /** The button with a name. */
  button(name: string, selector = 'button') {
    return this.find(`the button ${name}`, () =>
      this.all(selector).find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name),
    );
  }

  async click(name: string, selector?: string): Promise<void> {
    const button = await this.button(name, selector);
    button.dispatchEvent(new this.#window.MouseEvent('click', { bubbles: true, cancelable: true }));
  }

  /** Clicks the button that sends a form: the one that opened it may have the same name. */
  submit(name: string): Promise<void> {
    return this.click(name, 'button[type=submit]');
  }

  /** Presses a key outside of any field. */
  press(key: string): void {
    const { document, KeyboardEvent } = this.#window;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }

  /** Presses a key where the focus is. */
  pressAtFocus(key: string): void {
    const { document, KeyboardEvent } = this.#window;
    const focused = document.activeElement ?? document.body;
    for (const type of ['keydown', 'keyup']) {
      focused.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
    }
  }

  /** Whether the browser asks before it closes the tab. */
  get asksBeforeClosing(): boolean {
    return !this.#window.dispatchEvent(new this.#window.Event('beforeunload', { cancelable: true }));
  }

  /** Types into the search box, in place of what is there, and presses Enter if wanted. */
  async search(text: string, isEntered = false): Promise<void> {
    const field = await this.find('the search box', () => this.all('[role=combobox]')[0]);
    this.#set(field, text, 'input');
    const { KeyboardEvent } = this.#window;
    if (isEntered) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }

  /** Types into a field with a label, the first one by default, in place of what is there. */
  type(label: string, text: string, nth = 0): Promise<void> {
    return this.#enter(label, 'input, textarea', text, 'input', nth);
  }

  /** Chooses the option with a value. */
  choose(label: string, value: string): Promise<void> {
    return this.#enter(label, 'select', value, 'change');
  }

  /** Chooses a file in the field with a label. */
  async chooseFile(label: string, name: string, content: string | Uint8Array): Promise<void> {
    const field = await this.find(`the field ${label}`, () => {
      const named = this.all('label').find(({ textContent }) => textContent === label);
      return (
        named && this.#window.document.querySelector(`#${this.#window.CSS.escape(named.getAttribute('for') ?? '')}`)
      );
    });
    const file = new this.#window.File([content as never], name);
    Object.defineProperty(field, 'files', { value: [file], configurable: true });
    field.dispatchEvent(new this.#window.Event('change', { bubbles: true }));
  }

  async #enter(label: string, kind: string, value: string, event: string, nth = 0): Promise<void> {
    const field = await this.find(`the field ${label}`, () => {
      const named = this.all('label').filter(
        ({ textContent }) => textContent.replace(/ ?\(?required\)?$/i, '') === label,
      )[nth];
      return (
        named && this.#window.document.querySelector(`#${this.#window.CSS.escape(named.getAttribute('for') ?? '')}`)
      );
    });
    if (!field.matches(kind)) throw new Error(`${label} is no ${kind}`);
    this.#set(field, value, event);
  }

  #set(field: ReturnType<TestWindow['all']>[number], value: string, event: string): void {
    // React notices only what the setter of the browser has set.
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new this.#window.Event(event, { bubbles: true }));
  }

  close(): Promise<void> {
    return this.#window.happyDOM.close();
  }
}
