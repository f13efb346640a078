import { RetryableError } from '@kubemin/base';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { kitMessages } from '../messages/index.ts';
import { Skeleton } from './feedback.tsx';

/** The version of the page for which it was loaded again, so that this happens once. */
const RELOADED = 'kubemin.reloaded';

/** A component whose code is loaded when it is shown, or before. */
export type LazyComponent<P> = ((props: P) => ReactNode) & { readonly preload: () => Promise<void> };

/**
 * A component whose code is loaded when it is shown first. Code that cannot be loaded is an error of its panel, which can
 * be reloaded, and not of the page. Code that the platform has no more is that of an earlier version: the page is loaded
 * again then.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  const code = new LazyCode(load);
  // What fails here is tried again, and reported, when it is shown.
  const preload = (): Promise<void> =>
    code.load().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign((props: P) => <LazyContent code={code} props={props} />, { preload });
}

/** The code of a component. A failure is not kept: the next attempt asks the platform again. */
class LazyCode<P extends object> {
  readonly #load: () => Promise<ComponentType<P>>;
  #loaded: ComponentType<P> | undefined;
  #loading: Promise<ComponentType<P>> | undefined;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load;
  }

  /** Undefined until it has been loaded. */
  readonly current = (): ComponentType<P> | undefined => this.#loaded;

  load(): Promise<ComponentType<P>> {
    this.#loading ??= this.#loadOnce();
    return this.#loading;
  }

  async #loadOnce(): Promise<ComponentType<P>> {
    try {
      this.#loaded = await this.#load();
      return this.#loaded;
    } catch (cause) {
      await reloadIfReplaced(cause);
      this.#loading = undefined;
      throw new RetryableError(kitMessages.codeNotLoaded, { code: 'CODE_NOT_LOADED', cause });
    }
  }
}

function LazyContent<P extends object>({ code, props }: { readonly code: LazyCode<P>; readonly props: P }) {
  const [Content, setContent] = useState(code.current);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (Content === undefined) code.load().then((content) => setContent(() => content), setError);
  }, [code, Content]);
  if (error !== undefined) throw error;
  return Content === undefined ? <Skeleton rows={6} /> : <Content {...props} />;
}

/** Loads the page again where the platform responds but has other files than the page was made with. */
async function reloadIfReplaced(error: unknown): Promise<void> {
  const files = String(error);
  if (sessionStorage.getItem(RELOADED) === files || !(await isUp())) return;
  sessionStorage.setItem(RELOADED, files);
  location.reload();
  // Nothing follows: the page ends here.
  await new Promise<never>(() => undefined);
}

async function isUp(): Promise<boolean> {
  try {
    return (await fetch(new URL('healthz', document.baseURI), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
