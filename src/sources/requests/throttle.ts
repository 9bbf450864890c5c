import { sourceEnv } from '#src/runtime/env.ts';
import { sleep } from '#src/runtime/sleep.ts';
import { declarationOf, type Lane, laneOf, type SourceName } from '#src/vocabulary/sources/declarations.ts';
import { slotSecondsAhead, type TakenSlot, takeSourcePlace, takeSourceSlot } from './pace.ts';
import { SourceCallPostponed, SourcePaused } from './source.ts';

/** How long a caller may wait, and for what kind of request. */
export interface SourceTurn {
  signal?: AbortSignal | undefined;
  /** Default 15 s. */
  secondsAhead?: number | undefined;
  lane?: Lane | undefined;
}

/**
 * Resolves when a request to the source is allowed, by the concurrency limits of the process and of all processes, and
 * by the rate limit they share. The caller must call the returned function to release its place. Rejects with
 * SourcePaused if the source is not to be asked for a while, with SourceCallPostponed if it is not the caller's turn
 * within `secondsAhead`, and with the signal's reason if it aborts first.
 */
export type Throttle = (source: SourceName, turn?: SourceTurn) => Promise<() => Promise<void>>;

/** A fair semaphore: waiters get a place in the order they came. */
class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  get isFree(): boolean {
    return this.#free > 0;
  }

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  async take(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

/** The shared limits that a throttle is built on, which tests replace. */
export interface Gate {
  takeSlot: (
    source: SourceName,
    limitPerSecond: number,
    range: { lane: Lane; secondsAhead: number },
  ) => Promise<TakenSlot>;
  takePlace: (source: SourceName, places: number) => Promise<(() => Promise<void>) | undefined>;
  /** The rate of a lane, and the places of all processes together; 0 means no limit. */
  perSecond: (source: SourceName, lane: Lane) => number;
  places: (source: SourceName) => number;
  wait: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  nowMs: () => number;
}

/** A place is asked for this often: it costs a write each time. */
const placePollMs = 150;
/** Longer than a request takes with its wait for a slot, and than it is handed on. A killed process keeps it for so long. */
const holdMs = 35_000;
/** How long the requests of one process hand on a place, so that each need not write twice; then others have a chance. */
const handOnMs = 5_000;

/** A place among those of all processes. */
interface Place {
  takenAtMs: number;
  giveBack: () => Promise<void>;
}

const shared: Gate = {
  takeSlot: takeSourceSlot,
  takePlace: (source, places) => takeSourcePlace(source, places, { holdMs }),
  perSecond: (source, lane) => sourceEnv(source, lane === 'list' ? 'LIST_REQUESTS_PER_SECOND' : 'REQUESTS_PER_SECOND'),
  places: (source) => sourceEnv(source, 'MAX_IN_FLIGHT'),
  wait: sleep,
  nowMs: Date.now,
};

/** Creates a throttle with its own concurrency limits. The process has one; tests create their own. */
export function createThrottle(replaced: Partial<Gate> = {}): Throttle {
  const gate = { ...shared, ...replaced };
  const semaphores = new Map<SourceName, Semaphore>();
  /** Places that the requests which wait for their turn take over. */
  const handedOn = new Map<SourceName, Place[]>();
  return async (source, { signal, secondsAhead = slotSecondsAhead, lane: wanted = 'single' } = {}) => {
    const semaphore = semaphores.get(source) ?? new Semaphore(declarationOf(source).maxInFlight);
    semaphores.set(source, semaphore);
    const lane = laneOf(source, wanted);
    const perSecond = gate.perSecond(source, lane);
    const takeSlot = () => gate.takeSlot(source, perSecond, { lane, secondsAhead });
    const tooMany = () => new SourceCallPostponed(source, 'is being called by too many workers', secondsAhead);
    const slotOf = (slot: TakenSlot) => {
      if (slot === undefined) throw tooMany();
      if ('pause' in slot) throw new SourcePaused(source, slot.pause, gate.nowMs());
      return slot;
    };
    // Without a rate that is only a look whether the source is paused, for which no place need be held.
    let unlimited = perSecond === 0 ? slotOf(await takeSlot()) : undefined;
    const mustWait = !semaphore.isFree;
    const leave = await semaphore.take(signal);
    let place = handedOn.get(source)?.pop();
    const release = async () => {
      const held = place;
      place = undefined;
      const isHandedOn = held && semaphore.isAwaited && gate.nowMs() - held.takenAtMs < handOnMs;
      if (isHandedOn) handedOn.set(source, [...(handedOn.get(source) ?? []), held]);
      leave();
      // A place that cannot be given back is free again after a while.
      if (!isHandedOn) await held?.giveBack().catch(() => undefined);
    };
    try {
      // The source may have refused those before it.
      if (unlimited && mustWait) unlimited = slotOf(await takeSlot());
      const places = gate.places(source);
      const latestMs = gate.nowMs() + secondsAhead * 1000;
      while (places > 0 && !place) {
        const takenAtMs = gate.nowMs();
        const giveBack = await gate.takePlace(source, places);
        if (giveBack) place = { takenAtMs, giveBack };
        if (place) break;
        if (gate.nowMs() + placePollMs > latestMs) throw tooMany();
        await gate.wait(placePollMs, signal);
      }
      const { waitMs } = unlimited ?? slotOf(await takeSlot());
      if (waitMs > 0) await gate.wait(waitMs, signal);
      return release;
    } catch (error) {
      await release();
      throw error;
    }
  };
}

export const throttle: Throttle = createThrottle();
