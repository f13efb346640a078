import type { Message } from '@kubemin/base/message';
import { encodeTexts, type Problem } from '@kubemin/client';
import { type DocumentReader, formatPath } from '@kubemin/model';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  findLostSecrets,
  getAt,
  type JsonObject,
  type Lane,
  moveComponent,
  type Operation,
  type Path,
  parsePath,
  readLanes,
  readString,
  removeStep,
  removeValue,
} from '../../draft/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';

/** A problem of the draft, and what of the canvas it belongs to. */
export interface DraftProblem {
  readonly problem: Pick<Problem, 'path' | 'code' | 'message' | 'fix' | 'severity' | 'texts'>;
  readonly path: Path;
  readonly component?: string;
  readonly step?: number;
}

const LOCAL_MS = 150;
const SERVER_MS = 700;

/**
 * The problems of a draft: those of the model while the user types, and shortly after those of the server, which also knows
 * what is stored and what the cluster has. An outdated response is never shown for a newer draft. `report` adds what the
 * server found when it was to save the draft.
 */
export function useProblems(draft: JsonObject, model: DocumentReader, appId: string | undefined) {
  const { client } = usePlatform();
  const [local, setLocal] = useState<{ draft: JsonObject; problems: readonly DraftProblem['problem'][] }>();
  const [server, setServer] = useState<{ draft: JsonObject; problems: readonly DraftProblem['problem'][] }>();
  useEffect(() => {
    const stopped = new AbortController();
    const check = setTimeout(() => setLocal({ draft, problems: model.parse(draft).problems }), LOCAL_MS);
    const ask = setTimeout(async () => {
      try {
        const { errors, warnings } = await client.tryApplication(documentText(draft, appId), {
          lenient: true,
          signal: stopped.signal,
        });
        setServer({ draft, problems: [...errors, ...warnings] });
      } catch {
        // What the model found stays; saving reports why the server cannot be reached.
      }
    }, SERVER_MS);
    return () => {
      clearTimeout(check);
      clearTimeout(ask);
      stopped.abort();
    };
  }, [draft, model, client, appId]);
  const report = useCallback((problems: readonly DraftProblem['problem'][]) => setServer({ draft, problems }), [draft]);
  return useMemo(() => {
    const found = server?.draft === draft ? server : local;
    const problems = (found?.problems ?? []).map((problem) => locateProblem(problem, found?.draft ?? draft));
    const lost = findLostSecrets(draft).map((path) => locateProblem(lostSecret(path), draft));
    return { problems: [...lost, ...problems], isCurrent: found?.draft === draft, report };
  }, [server, local, draft, report]);
}

function lostSecret(path: Path): DraftProblem['problem'] {
  const [message, fix] = [editorMessages.secretLost, editorMessages.secretLostFix];
  const texts = { message: message.message, fix: fix.message, ...encodeTexts({ message, fix }) };
  return { path: formatPath(path), code: 'SECRET_NOT_KEPT', severity: 'error', ...texts };
}

/** The text of a draft as it is sent. With its id, a renamed application stays the same one. */
export function documentText(draft: JsonObject, appId: string | undefined, format: 'json' | 'yaml' = 'json') {
  // JSON is YAML too: the format states how the author wants to read it later.
  return { text: JSON.stringify(appId === undefined ? draft : { ...draft, id: appId }, undefined, 2), format };
}

export function locateProblem(problem: DraftProblem['problem'], document: JsonObject): DraftProblem {
  const path = parsePath(problem.path);
  const [root, index] = path;
  if (typeof index !== 'number') return { problem, path };
  if (root === 'component') {
    return { problem, path, component: readString(getAt(document, ['component', index, 'name'])) };
  }
  return root === 'workflow' ? { problem, path, step: index } : { problem, path };
}

export function countProblems(problems: readonly DraftProblem[]) {
  const errors = problems.filter(({ problem }) => problem.severity === 'error').length;
  return { errors, warnings: problems.length - errors };
}

/** Those of a step, and of the components that it delivers. */
export function laneProblems(problems: readonly DraftProblem[], lane: Lane, index: number): readonly DraftProblem[] {
  return problems.filter(
    ({ step, component }) =>
      (lane.kind === 'step' && step === index) || (component !== undefined && lane.components.includes(component)),
  );
}

/** A change that removes a problem, where there is an obvious one. */
export function quickFix(found: DraftProblem, document: JsonObject): QuickFix | undefined {
  const { problem, path, component, step } = found;
  switch (problem.code) {
    case 'UNKNOWN_FIELD':
    case 'FIELD_IGNORED':
    case 'TRAIT_IGNORED':
      return { message: editorMessages.fixRemoveField, operation: removeValue(path) };
    case 'WORKFLOW_STEP_NO_COMPONENT':
      return step === undefined ? undefined : { message: editorMessages.fixDeleteStep, operation: removeStep(step) };
    case 'COMPONENT_NOT_IN_WORKFLOW': {
      const lane = readLanes(document).findLastIndex((each) => each.kind === 'step' && each.step.jobType === 'deploy');
      return component === undefined || lane < 0
        ? undefined
        : { message: editorMessages.fixSchedule, operation: moveComponent(component, { lane }) };
    }
    case 'WORKFLOW_CONTRADICTS_DEPENDENCY': {
      const { name, dependency } = messageParams(found);
      return moveBefore(document, { moved: dependency, user: name });
    }
    case 'REFERENCE_IN_LATER_STEP':
      return moveBefore(document, { moved: messageParams(found).reference, user: component });
    default:
      return undefined;
  }
}

export interface QuickFix {
  readonly message: Message;
  readonly operation: Operation;
}

/** What is named in the text of a problem. */
function messageParams({ problem }: DraftProblem): Readonly<Record<string, unknown>> {
  return problem.texts?.message?.params ?? {};
}

/** Has a component delivered by the step of the one that needs it, before it. */
function moveBefore(
  document: JsonObject,
  { moved, user }: { readonly moved: unknown; readonly user: unknown },
): QuickFix | undefined {
  if (typeof moved !== 'string' || typeof user !== 'string') return undefined;
  const lanes = readLanes(document);
  const lane = lanes.findIndex(({ components }) => components.includes(user));
  const at = lanes[lane]?.components.indexOf(user) ?? -1;
  if (at < 0) return undefined;
  return {
    message: editorMessages.fixMoveEarlier({ name: moved }),
    operation: moveComponent(moved, { lane, at }),
  };
}
