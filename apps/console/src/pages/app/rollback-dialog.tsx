import type { ListedRevision } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CliLine, Confirm, ErrorPanel, Field, Select, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { revisionsQuery, usePlatform } from '../../platform/index.ts';
import { useApp } from './app-context.ts';
import { PlanList } from './plan-list.tsx';
import { RevisionComparison } from './revision-comparison.tsx';
import { useStartedRun } from './started-run.ts';

interface RollbackDialogProps {
  /** @default the last one that was delivered before the current */
  readonly revision?: number | undefined;
  readonly onClose: () => void;
}

/** Shows what going back to an earlier revision changes, in the document and in the cluster, and asks. */
export function RollbackDialog({ revision, onClose }: RollbackDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const started = useStartedRun();
  const revisions = useQuery(revisionsQuery(client, app.id));
  const [chosen, setChosen] = useState(revision);
  const earlier = (revisions.data?.revisions ?? []).filter((each) => !each.current);
  const target = chosen ?? lastDelivered(earlier)?.revision;
  return (
    <Confirm
      open
      onClose={onClose}
      width="wide"
      title={
        target === undefined
          ? t(appMessages.rollback)
          : t(appMessages.rollbackTitle({ name: app.name, revision: target }))
      }
      action={t(appMessages.rollback)}
      disabledReason={target === undefined ? t(appMessages.rollbackNothing) : undefined}
      onConfirm={async () => {
        if (target !== undefined) started(await client.rollbackApplication(app.id, { revision: target }));
      }}
    >
      {revisions.isError && <ErrorPanel error={revisions.error} onRetry={() => void revisions.refetch()} />}
      {revisions.isPending && <Skeleton rows={3} />}
      {revisions.data !== undefined && target === undefined && <p>{t(appMessages.rollbackNothing)}</p>}
      {target !== undefined && (
        <>
          <Field label={t(appMessages.revision)} help={t(appMessages.rollbackHelp)}>
            <Select value={target} onChange={(event) => setChosen(Number(event.target.value))}>
              {earlier.map((each) => (
                <option key={each.revision} value={each.revision}>
                  r{each.revision} {each.description}
                </option>
              ))}
            </Select>
          </Field>
          <h3 className="heading">{t(appMessages.inDocument)}</h3>
          <RevisionComparison appId={app.id} from={app.revision} to={target} />
          <h3 className="heading">{t(appMessages.inTheCluster)}</h3>
          <PlanList appId={app.id} request={{ operation: 'rollback', revision: target }} />
          <CliLine words={['rollback', path, String(target)]} />
        </>
      )}
    </Confirm>
  );
}

function lastDelivered(revisions: readonly ListedRevision[]): ListedRevision | undefined {
  return revisions.find(({ state }) => state === 'delivered' || state === 'serving');
}
