import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { PanelBoundary } from './feedback.tsx';
import styles from './page.module.css';

interface PageProps {
  /** Of the browser tab. */
  readonly title: string;
  /** Without padding: the page brings its own. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** The area of a page below the top bar. */
export function Page({ title, flush = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · KubeMin`;
  }, [title]);
  return <div className={[styles.page, flush && styles.flush].filter(Boolean).join(' ')}>{children}</div>;
}

interface PageHeadProps {
  readonly title: ReactNode;
  /** Beside the title: a state, a count. */
  readonly beside?: ReactNode;
  /** Short facts in a line below the title. */
  readonly facts?: ReactNode;
  /** The primary action last. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, beside, facts, actions }: PageHeadProps) {
  return (
    <header className="stack">
      <div className={styles.head}>
        <h1 className="title break">{title}</h1>
        {beside}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {facts !== undefined && <div className={styles.facts}>{facts}</div>}
    </header>
  );
}

interface PanelProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** With padding around its content. */
  readonly padded?: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}

export function Panel({ title, actions, padded = false, label, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={label ?? (typeof title === 'string' ? title : undefined)}>
      {title !== undefined && (
        <header className={styles.panelHead}>
          <h2 className="heading grow">{title}</h2>
          {actions}
        </header>
      )}
      {padded ? <div className={styles.panelBody}>{children}</div> : children}
    </section>
  );
}

interface PageBoundaryProps {
  readonly children: ReactNode;
  readonly onReload?: () => void;
}

/** Keeps an error in the code of a page from what is around it, until another page is shown. */
export function PageBoundary({ children, onReload }: PageBoundaryProps) {
  // Not the address: while the next page is loaded, the one before is still shown, and its error is not of the next one.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
  return (
    <PanelBoundary subject={path} {...(onReload !== undefined && { onReload })}>
      {children}
    </PanelBoundary>
  );
}

export interface TabLink {
  readonly text: string;
  readonly count?: number | undefined;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  /** Whether only the exact path is this tab. */
  readonly exact?: boolean;
}

/** The pages of one thing, as links: each has its own address. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    // On narrow screens the current tab may be outside of what is in view.
    if (path !== '')
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {tabs.map(({ text, count, link, exact = false }) => (
        <Link
          key={text}
          {...link}
          activeOptions={{ exact, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {text}
          {count !== undefined && <Count value={count} />}
        </Link>
      ))}
    </nav>
  );
}

interface TabbedPageProps {
  /** Of the browser tab, and of the tabs for screen readers. */
  readonly title: string;
  readonly head: ReactNode;
  readonly tabs: readonly TabLink[];
  readonly children: ReactNode;
}

/** A page whose parts have addresses of their own. */
export function TabbedPage({ title, head, tabs, children }: TabbedPageProps) {
  return (
    <Page title={title} flush>
      <div className={styles.tabbedHead}>{head}</div>
      <Tabs label={title} tabs={tabs} />
      <div className={styles.tabbedBody}>{children}</div>
    </Page>
  );
}

export function Count({ value }: { readonly value: number }) {
  return <span className={styles.count}>{value}</span>;
}

/** Two letters in place of a picture. */
export function Tile({ name }: { readonly name: string }) {
  return (
    <span className={styles.tile} aria-hidden>
      {name.slice(0, 1).toUpperCase()}
      {name.slice(1, 2)}
    </span>
  );
}
