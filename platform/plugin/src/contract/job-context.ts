import type { JsonObject, KubeObject } from '@kubemin/kubeapi';

/** A request to somewhere outside the platform. */
export interface PluginFetchRequest {
  readonly url: string;
  /** @default 'GET' */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back, whatever its status. */
export interface PluginFetchResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a job or step that ended well leaves. */
export interface PluginResult {
  /** What was done. */
  readonly message?: string;
  /** Whether there was nothing to do. */
  readonly skipped?: boolean;
  /** What outputs of the step are picked from. */
  readonly values?: JsonObject;
}

/** What a notifier has at hand. */
export interface PluginNotifierContext {
  /** Aborts when the platform stops. */
  readonly signal: AbortSignal;
  /** Sends a request through the platform, which refuses addresses that users must not reach through it. */
  fetch(request: PluginFetchRequest): Promise<PluginFetchResponse>;
  /** Writes a line to the log of the platform. */
  log(text: string): void;
}

/**
 * What a running job or step has at hand. It runs in a thread of its own: it ends with the thread when it blocks it, when
 * it exhausts its memory, when it throws outside its promise, and at cancel and time limit.
 *
 * It may run again after a crash, so what it does must be repeatable; `job.id` is the key by which receivers detect a
 * repetition. An error whose `retryable` is true, or whose name is `RetryableError`, is tried again; any other fails
 * the job with its message.
 */
export interface PluginJobContext extends PluginNotifierContext {
  readonly job: { readonly id: string; readonly taskId: string };
  readonly appId: string;
  /** Of the application. */
  readonly namespace: string;
  /** Stores what the job waits for; for jobs that take a while. */
  report(text: string): Promise<void>;
  /**
   * Everything that changes something outside goes through here: it is refused once the run is cancelled, over, or
   * another instance's, and a cancel is only stored when no write is under way.
   */
  write<T>(effect: () => Promise<T>): Promise<T>;
  /** An object of the application, in its namespace; undefined when there is none, or when it belongs to another owner. */
  get(kind: { readonly apiVersion: string; readonly kind: string }, name: string): Promise<KubeObject | undefined>;
  /** The objects of the application of one kind, in its namespace. */
  list(kind: { readonly apiVersion: string; readonly kind: string }): Promise<readonly KubeObject[]>;
}

/** What a job that delivers an object has at hand. */
export interface PluginObjectContext extends PluginJobContext {
  /** The object to deliver. */
  readonly object: KubeObject;
  /** Delivers it as built-in job types do, with all checks and owner labels; resolves with what was done. */
  deliver(): Promise<string>;
}

/** What a running step has at hand. */
export interface PluginStepContext<P = Readonly<Record<string, unknown>>> extends PluginJobContext {
  readonly step: string;
  readonly application: { readonly name: string; readonly namespace: string; readonly revision: number };
  /** The components the step names. */
  readonly components: readonly string[];
  /** As the schema of the step reads them. */
  readonly properties: P;
}
