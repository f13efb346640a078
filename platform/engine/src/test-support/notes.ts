import type { RenderedObject, Renderer } from '@kubemin/render';
import type { JobContext, JobType } from '../task/job-type.ts';

/** What a test lets the job of one component do. */
export type NoteScript = (context: JobContext) => Promise<void>;

/**
 * Job types that need no cluster: each component becomes one object, a `Config` (priority 0) when its name starts with
 * "c", else a `Note` (priority 10), whose job does what the script for the component defines, or nothing.
 */
export function noteJobTypes(script: (component: string) => NoteScript | undefined): readonly JobType[] {
  const run: JobType['run'] = async (context) => {
    await script(context.rendered.component)?.(context);
    return undefined;
  };
  return [
    { name: 'config_note', kinds: ['Config'], priority: 0, run },
    { name: 'note', kinds: ['Note'], priority: 10, run },
  ];
}

/** Renders components for `noteJobTypes`. A component called `unrenderable` cannot be rendered. */
export const noteRenderer: Pick<Renderer, 'render'> = {
  render: (document, { appId }) =>
    document.component.map(({ name }): RenderedObject => {
      if (name === 'unrenderable') throw new Error('component[0].traits.storage[0]: no such volume');
      const kind = name.startsWith('c') ? 'Config' : 'Note';
      const metadata = { name, namespace: document.namespace, labels: { app: appId } };
      return { component: name, object: { apiVersion: 'test/v1', kind, metadata }, onExisting: 'apply' };
    }),
};
