import { appendFileSync, readFileSync } from 'node:fs';
import { createPrivateFile } from './private-folder.ts';

/** A mail that Cognito or SNS would send. */
export interface Message {
  sent_at: string;
  to: string;
  subject: string;
  /** The first link in the mail. */
  link: string | null;
  html: string;
}

/** Writes mails to a file instead of sending them: one JSON line each, readable only by its owner. */
export class Outbox {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
    createPrivateFile(file);
  }

  send({ to, subject, html }: Pick<Message, 'to' | 'subject' | 'html'>): void {
    const [, href] = /<a href="([^"]+)"/.exec(html) ?? [];
    const message: Message = {
      sent_at: new Date().toISOString(),
      to,
      subject,
      link: href ? unescapeHtml(href) : null,
      html,
    };
    appendFileSync(this.file, `${JSON.stringify(message)}\n`);
  }

  /** All mails, oldest first. */
  messages(): Message[] {
    const lines = readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Message);
  }
}

const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '');
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
