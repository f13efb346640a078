import type { Problem } from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';
import { useEffect, useMemo, useState } from 'react';
import {
  findPlace,
  getAt,
  type JsonObject,
  moveComponent,
  type Operation,
  type Path,
  parsePath,
  readLanes,
  readSteps,
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
 * what is stored and what the cluster has. An outdated response is never shown for a newer draft.
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
  return useMemo(() => {
    const found = server?.draft === draft ? server : local;
    const problems = (found?.problems ?? []).map((problem) => locateProblem(problem, found?.draft ?? draft));
    return { problems, isCurrent: found?.draft === draft };
  }, [server, local, draft]);
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

/** A change that removes a problem, where there is an obvious one. */
export function quickFix({ problem, path, component, step }: DraftProblem, document: JsonObject) {
  const fix = (message: (typeof editorMessages)['fixRemoveField'], operation: Operation) => ({ message, operation });
  switch (problem.code) {
    case 'UNKNOWN_FIELD':
      return fix(editorMessages.fixRemoveField, removeValue(path));
    case 'WORKFLOW_STEP_NO_COMPONENT':
      return step === undefined ? undefined : fix(editorMessages.fixDeleteStep, removeStep(step));
    case 'COMPONENT_NOT_IN_WORKFLOW': {
      const lane = readLanes(document).findLastIndex((each) => each.kind === 'step' && each.step.jobType === 'deploy');
      return component === undefined || lane < 0
        ? undefined
        : fix(editorMessages.fixSchedule, moveComponent(component, { lane }));
    }
    case 'WORKFLOW_CONTRADICTS_DEPENDENCY': {
      // Delivered after the last of what it depends on.
      const steps = readSteps(document);
      const name = component;
      if (name === undefined) return undefined;
      const needed = getAt(document, ['component', path[1] ?? 0, 'dependsOn']);
      const places = (Array.isArray(needed) ? needed : []).map((each) => findPlace(document, String(each))?.step ?? 0);
      const lane = Math.max(0, ...places);
      return lane < steps.length ? fix(editorMessages.fixMoveLater, moveComponent(name, { lane })) : undefined;
    }
    default:
      return undefined;
  }
}
