import { useNavigate, useParams } from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { ErrorPanel, Page, Skeleton } from '../../kit/index.ts';
import { isNotFound } from '../../platform/index.ts';
import { AbsentApp } from '../app/index.ts';
import { NEW_APP, type OpenedDraft, useOpenedDraft } from './use-draft.ts';

/** What a page of the editor shows: the path of its application, and the draft of it. */
export interface OpenedPageProps {
  readonly path: string;
  readonly opened: Extract<OpenedDraft, { kind: 'open' }>;
}

/** Opens the draft of the application in the address, and shows a page with it. */
export function OpenedPage({ content }: { readonly content: ComponentType<OpenedPageProps> }) {
  const { app: path = '' } = useParams({ strict: false });
  // Another application is another editor: nothing of the one before stays.
  return <PageOfPath key={path} path={path} content={content} />;
}

interface PageOfPathProps {
  readonly path: string;
  readonly content: ComponentType<OpenedPageProps>;
}

function PageOfPath({ path, content: Content }: PageOfPathProps) {
  const opened = useOpenedDraft(path);
  const navigate = useNavigate();
  useEffect(() => {
    if (opened.kind === 'absent') void navigate({ to: '/apps/new', replace: true });
  }, [opened.kind, navigate]);
  if (opened.kind === 'failed') {
    return (
      <Page title={path}>
        {isNotFound(opened.error) ? (
          <AbsentApp app={path} />
        ) : (
          <ErrorPanel error={opened.error} onRetry={opened.retry} />
        )}
      </Page>
    );
  }
  if (opened.kind !== 'open') {
    return (
      <Page title={path}>
        <Skeleton rows={8} />
      </Page>
    );
  }
  return <Content key={opened.app?.id ?? NEW_APP} path={path} opened={opened} />;
}
