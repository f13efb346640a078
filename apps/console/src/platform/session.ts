import { createPlatformClient, PlatformError } from '@kubemin/client';
import * as z from 'zod';

/** Who is logged in: the token, and its id to end it by. */
const sessionSchema = z.object({ token: z.string(), id: z.string() });
export type Session = z.output<typeof sessionSchema>;

const channelMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wanted') }),
  z.object({ kind: z.literal('offered'), session: sessionSchema }),
  z.object({ kind: z.literal('ended'), isExpired: z.boolean() }),
]);

const STORED = 'kubemin.session';
/** How long a new tab waits for a session of another one. */
const OTHER_TABS_MS = 150;

export interface SessionStoreOptions {
  /** The address of the platform. */
  readonly url: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Between tabs of this origin. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
}

/** The session of this tab. A new tab takes over that of another one; logging out ends it in all of them. */
export class SessionStore {
  readonly #options: SessionStoreOptions;
  readonly #listeners = new Set<() => void>();
  #session: Session | undefined;
  #isExpired = false;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#session = readSession(options.storage.getItem(STORED));
    options.channel.addEventListener('message', ({ data }) => this.#receive(data));
  }

  /** The session, if there is one. The same object until it changes. */
  readonly current = (): Session | undefined => this.#session;

  /** Whether the platform has refused the token of the last session: it has expired, or was revoked. */
  readonly isExpired = (): boolean => this.#isExpired;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks other tabs for their session, and waits for a moment. */
  async takeOver(): Promise<void> {
    if (this.#session !== undefined) return;
    this.#options.channel.postMessage({ kind: 'wanted' });
    await new Promise((resolve) => setTimeout(resolve, OTHER_TABS_MS));
  }

  /** Exchanges a login code for a session. Throws PlatformError: the code may be spent or expired. */
  async logInWithCode(code: string): Promise<void> {
    const { token, id } = await createPlatformClient({ url: this.#options.url }).login({ code });
    this.#store({ token, id });
  }

  /** Opens a session with an API token that the user pasted: a new token of a day, made with it. */
  async logInWithToken(token: string): Promise<void> {
    const { code } = await createPlatformClient({ url: this.#options.url, token }).createLoginCode();
    await this.logInWithCode(code);
  }

  /** Ends the session here and in other tabs, and its token on the server. Rejects if only the last part failed. */
  async logOut(): Promise<void> {
    const session = this.#session;
    this.#end({ isExpired: false });
    if (session === undefined) return;
    try {
      await createPlatformClient({ url: this.#options.url, token: session.token }).revokeToken(session.id);
    } catch (error) {
      // A token that is no longer valid has been ended already.
      if (!(error instanceof PlatformError && error.status === 401)) throw error;
    }
  }

  /** Forgets the session of a token that the platform has refused, in all tabs. */
  expire(token: string): void {
    if (this.#session?.token === token) this.#end({ isExpired: true });
  }

  #end({ isExpired }: { readonly isExpired: boolean }): void {
    if (this.#session === undefined) return;
    this.#options.channel.postMessage({ kind: 'ended', isExpired });
    this.#forget(isExpired);
  }

  #forget(isExpired: boolean): void {
    this.#isExpired = isExpired;
    this.#set(undefined);
  }

  #store(session: Session): void {
    this.#set(session);
    this.#options.channel.postMessage({ kind: 'offered', session });
  }

  #set(session: Session | undefined): void {
    this.#session = session;
    if (session === undefined) this.#options.storage.removeItem(STORED);
    else this.#options.storage.setItem(STORED, JSON.stringify(session));
    for (const listener of this.#listeners) listener();
  }

  #receive(data: unknown): void {
    const message = channelMessage.safeParse(data).data;
    if (message?.kind === 'wanted' && this.#session !== undefined) {
      this.#options.channel.postMessage({ kind: 'offered', session: this.#session });
    }
    if (message?.kind === 'offered' && this.#session === undefined) this.#set(message.session);
    if (message?.kind === 'ended' && this.#session !== undefined) this.#forget(message.isExpired);
  }
}

function readSession(stored: string | null): Session | undefined {
  if (stored === null) return undefined;
  try {
    return sessionSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
