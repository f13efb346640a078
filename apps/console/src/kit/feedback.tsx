import { KubeminError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { PlatformError } from '@kubemin/client';
import { CircleAlert, SearchX } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { CopyButton } from './code.tsx';
import styles from './feedback.module.css';

/** The shape of what is loading; appears only where loading takes a moment. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  const { t } = useLanguage();
  return (
    <div className={styles.skeleton} role="status" aria-label={t(kitMessages.loading)}>
      {[...new Array(rows).keys()].map((row) => (
        <span key={row} className={styles.bar} style={{ width: `${90 - ((row * 17) % 45)}%` }} />
      ))}
    </div>
  );
}

/** The text of any thrown value, in the language of the reader. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useLanguage();
  return (error) => t(errorMessage(error));
}

interface ErrorPanelProps {
  readonly error: unknown;
  /** What failed, where the error alone does not show it. */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
  /** What the button of `onRetry` does. @default retry */
  readonly retryText?: string;
}

/** What failed, with its status, request id and problems; never looks like an empty list. */
export function ErrorPanel({ error, title, onRetry, retryText }: ErrorPanelProps) {
  const { t, sent } = useLanguage();
  const text = useErrorText()(error);
  const details = useErrorDetails()(error);
  const problems = error instanceof PlatformError ? error.problems : [];
  return (
    <div className={styles.error} role="alert">
      <CircleAlert size={16} aria-hidden />
      <div className="grow stack">
        {title !== undefined && <div className="medium">{title}</div>}
        <div className="break">{text}</div>
        {problems.length > 0 && (
          <ul className={styles.problems}>
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.code} ${problem.message}`} className="small break">
                {problem.path !== '' && <code>{problem.path}: </code>}
                {sent(problem, 'message', problem.message)}
                {problem.fix !== undefined && <span className="secondary"> {sent(problem, 'fix', problem.fix)}</span>}
              </li>
            ))}
          </ul>
        )}
        <div className="small hint mono break">{details}</div>
      </div>
      <div className="row">
        <CopyButton text={`${text}\n${details}`} label={t(kitMessages.copyDetails)} />
        {onRetry !== undefined && (
          <Button size="small" onClick={onRetry}>
            {retryText ?? t(kitMessages.retry)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Code, status and request id: what the log of the server has of the same failure. */
function useErrorDetails(): (error: unknown) => string {
  const { t } = useLanguage();
  return (error) => {
    if (error instanceof KubeminError && !(error instanceof PlatformError)) return error.code;
    if (!(error instanceof PlatformError)) return error instanceof Error ? error.name : '';
    const { code, status, requestId } = error;
    return [
      code,
      ...(status === undefined ? [] : [`HTTP ${status}`]),
      ...(requestId === undefined ? [] : [t(kitMessages.request({ id: requestId }))]),
    ].join(' · ');
  };
}

interface RefetchErrorProps {
  readonly query: {
    readonly data: unknown;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
}

/** Why data could not be read again, above the data that was read before. */
export function RefetchError({ query: { data, error, isError, refetch } }: RefetchErrorProps) {
  return isError && data !== undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />;
}

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon}
      <h2 className="heading">{title}</h2>
      {children !== undefined && <div className="secondary">{children}</div>}
      {actions !== undefined && <div className="wrap">{actions}</div>}
    </div>
  );
}

/** What is at an address that names nothing, or nothing any more. */
export function NotFoundPanel({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <EmptyState icon={<SearchX size={24} aria-hidden />} title={title}>
      {children}
    </EmptyState>
  );
}

interface PanelBoundaryProps {
  readonly children: ReactNode;
  /** What is shown, like an address: with another one, an error of the one before is over. */
  readonly subject?: string;
  /** Called before the children are rendered again. */
  readonly onReload?: () => void;
}

/** Keeps an error in the code of one panel from the rest of the page. */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ subject }: PanelBoundaryProps): void {
    if (this.state.error !== undefined && subject !== this.props.subject) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <CrashedPanel error={this.state.error} onReload={() => this.#reload()} />;
  }

  #reload(): void {
    this.props.onReload?.();
    this.setState({ error: undefined });
  }
}

function CrashedPanel({ error, onReload }: { readonly error: unknown; readonly onReload: () => void }) {
  const { t } = useLanguage();
  return (
    <ErrorPanel
      error={error}
      title={t(kitMessages.panelFailed)}
      onRetry={onReload}
      retryText={t(kitMessages.reloadPanel)}
    />
  );
}
