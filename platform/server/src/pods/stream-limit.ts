import { ApiError, type Caller } from '../api/index.ts';
import { podMessages } from '../messages/index.ts';

/** How many streams of a kind may be open at once in this instance. */
export interface StreamBounds {
  readonly most: number;
  /** @default no bound beside the one for all */
  readonly mostPerUser?: number;
  /** The settings that raise them, for the message. */
  readonly setting: string;
  readonly settingPerUser?: string;
}

/** Counts open streams of one kind. */
export class StreamLimit {
  readonly #bounds: StreamBounds;
  readonly #byUser = new Map<string, number>();
  #open = 0;

  constructor(bounds: StreamBounds) {
    this.#bounds = bounds;
  }

  /** Counts a stream until the signal of its request aborts; throws TOO_MANY_STREAMS when a bound is reached. */
  take({ userId }: Pick<Caller, 'userId'>, signal: AbortSignal): void {
    const { most, mostPerUser = most, setting, settingPerUser = setting } = this.#bounds;
    const own = this.#byUser.get(userId) ?? 0;
    if (this.#open >= most) throw tooMany(this.#open, setting);
    if (own >= mostPerUser) throw tooMany(own, settingPerUser);
    if (signal.aborted) return;
    this.#open += 1;
    this.#byUser.set(userId, own + 1);
    signal.addEventListener('abort', () => this.#release(userId), { once: true });
  }

  #release(userId: string): void {
    this.#open -= 1;
    const left = (this.#byUser.get(userId) ?? 1) - 1;
    if (left === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, left);
  }
}

function tooMany(open: number, setting: string): ApiError {
  return new ApiError('TOO_MANY_STREAMS', podMessages.tooManyStreams({ open, setting }));
}
