import { readPluginDescription } from '@kubemin/plugin/description';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pluginsQuery, usePlatform } from '../../platform/index.ts';
import { createEditorModel, type EditorModel } from './editor-model.ts';

/** The model of the platform. Until its plug-ins are known, or where they cannot be read, it has none of them. */
export function useEditorModel(): EditorModel {
  const { client } = usePlatform();
  const { data: plugins } = useQuery({
    ...pluginsQuery(client),
    select: ({ plugins: all }) => all.flatMap(({ description }) => readPluginDescription(description) ?? []),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = plugins !== undefined && plugins.length > 0 ? plugins : undefined;
  return useMemo(() => createEditorModel(known ?? []), [known]);
}
