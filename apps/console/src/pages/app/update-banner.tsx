import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { Banner, Button, CliLine, Confirm } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages, shellMessages } from '../../messages/index.ts';
import { type OpenQuestion, podsQuery, useOpenQuestions, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useRefusal } from './app-actions.tsx';
import { useApp } from './app-context.ts';
import { useStartedRun } from './started-run.ts';

/** A question that waits for the user is the most prominent thing of its application; an update is decided here. */
export function UpdateBanner({ appId }: { readonly appId: string }) {
  const { t, sent } = useLanguage();
  const refusal = useRefusal()('operate');
  const [verdict, setVerdict] = useState<'promote' | 'abort'>();
  const question = useOpenQuestions().find(({ run }) => run.appId === appId);
  if (question === undefined) return null;
  const { run, job } = question;
  // A step of the workflow that asks belongs to no component.
  const isUpdate = job.component !== '';
  return (
    <Banner
      label={t(shellMessages.needsApproval)}
      icon={<UserCheck size={20} aria-hidden />}
      title={t(appMessages.waitsForYou({ number: run.number, step: job.step }))}
      actions={
        <>
          <Link className={styles.openRun} to="/runs/$run" params={{ run: String(run.number) }}>
            {t(appMessages.openRun)}
          </Link>
          {isUpdate && (
            <>
              <Button size="small" disabledReason={refusal} onClick={() => setVerdict('abort')}>
                {t(appMessages.abortMore)}
              </Button>
              <Button size="small" kind="primary" disabledReason={refusal} onClick={() => setVerdict('promote')}>
                {t(appMessages.promoteMore)}
              </Button>
            </>
          )}
        </>
      }
    >
      {job.approval !== undefined && sent(job.approval, 'question', job.approval.question)}
      {isUpdate && <Weights component={job.component} />}
      {verdict !== undefined && (
        <VerdictDialog verdict={verdict} question={question} onClose={() => setVerdict(undefined)} />
      )}
    </Banner>
  );
}

/** How many of the ready pods run the new version: Services spread requests evenly over them. */
function Weights({ component }: { readonly component: string }) {
  const { t } = useLanguage();
  const { app } = useApp();
  const { client } = usePlatform();
  const image = app.components.find(({ name }) => name === component)?.image;
  const pods = (useQuery(podsQuery(client, app.id)).data?.pods ?? []).filter(
    (pod) => pod.component === component && pod.ready,
  );
  const updated = pods.filter(({ containers }) => containers.some((each) => each.default && each.image === image));
  if (image === undefined || pods.length === 0 || updated.length === 0 || updated.length === pods.length) return null;
  const percent = Math.round((updated.length / pods.length) * 100);
  return (
    <div className="strong">
      {t(appMessages.weights({ component, updated: updated.length, all: pods.length, percent, image }))}
    </div>
  );
}

interface VerdictDialogProps {
  readonly verdict: 'promote' | 'abort';
  readonly question: OpenQuestion;
  readonly onClose: () => void;
}

function VerdictDialog({ verdict, question: { run, job }, onClose }: VerdictDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app } = useApp();
  const started = useStartedRun();
  const isPromotion = verdict === 'promote';
  const decide = async (): Promise<void> =>
    started(await (isPromotion ? client.promoteVersion(app.id) : client.abortVersion(app.id)));
  return (
    <Confirm
      open
      onClose={onClose}
      danger={!isPromotion}
      title={t(
        isPromotion
          ? appMessages.promoteTitle({ name: job.component })
          : appMessages.abortTitle({ name: job.component }),
      )}
      action={t(isPromotion ? appMessages.promote : appMessages.abort)}
      onConfirm={decide}
    >
      <p className="secondary">{t(isPromotion ? appMessages.promoteHelp : appMessages.abortHelp)}</p>
      <CliLine words={['run', isPromotion ? 'approve' : 'reject', String(run.number)]} />
    </Confirm>
  );
}
