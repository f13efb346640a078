import type { Message } from '@kubemin/base/message';
import { useEffect, useId, useState } from 'react';
import { Button } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { shellMessages } from '../messages/index.ts';
import { useTourDone } from '../preferences/index.ts';
import styles from './shell.module.css';

interface TourStep {
  readonly title: Message;
  readonly text: Message;
  /** What it is about: elements with this `data-tour` are outlined. */
  readonly target: string;
}

const STEPS: readonly TourStep[] = [
  { title: shellMessages.tourApps, text: shellMessages.tourAppsText, target: 'apps' },
  { title: shellMessages.tourRuns, text: shellMessages.tourRunsText, target: 'runs' },
  { title: shellMessages.tourActivity, text: shellMessages.tourActivityText, target: 'activity' },
  { title: shellMessages.tourSearch, text: shellMessages.tourSearchText, target: 'search' },
];

/**
 * Four steps at the first visit. Not modal: everything else can be used meanwhile. It is before the page in the order of focus, Escape
 * inside of it ends it, and each step is announced.
 */
export function Tour() {
  const { t } = useLanguage();
  const [isDone, setDone] = useTourDone();
  const [at, setAt] = useState(0);
  const titleId = useId();
  const step = isDone ? undefined : STEPS[at];
  useEffect(() => {
    if (step === undefined) return;
    const targets = document.querySelectorAll(`[data-tour="${step.target}"]`);
    for (const target of targets) target.setAttribute('data-outlined', '');
    return () => {
      for (const target of targets) target.removeAttribute('data-outlined');
    };
  }, [step]);
  if (step === undefined) return null;
  const end = (): void => {
    setDone(true);
    setAt(0);
  };
  const isLast = at === STEPS.length - 1;
  return (
    <section
      className={styles.tour}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'Escape') end();
      }}
    >
      <div aria-live="polite" className="stack">
        <span className="small secondary">{t(shellMessages.tourStep({ step: at + 1, steps: STEPS.length }))}</span>
        <h2 id={titleId} className="heading">
          {t(step.title)}
        </h2>
        <p className="secondary">{t(step.text)}</p>
      </div>
      <div className="row">
        <Button kind="ghost" size="small" onClick={end}>
          {t(shellMessages.tourSkip)}
        </Button>
        <span className="grow" />
        {at > 0 && (
          <Button size="small" onClick={() => setAt(at - 1)}>
            {t(shellMessages.tourBack)}
          </Button>
        )}
        <Button size="small" kind="accent" onClick={isLast ? end : () => setAt(at + 1)}>
          {t(isLast ? shellMessages.tourEnd : shellMessages.tourNext)}
        </Button>
      </div>
    </section>
  );
}
