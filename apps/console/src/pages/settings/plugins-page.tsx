import type { Plugin } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { type Column, Health, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { pluginsQuery, usePlatform } from '../../platform/index.ts';
import { SettingsList } from './settings-list.tsx';

export function PluginsPage() {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const plugins = useQuery(pluginsQuery(client));
  const columns: readonly Column<Plugin>[] = [
    {
      id: 'name',
      head: t(settingsMessages.name),
      cell: ({ name, version, source }) => (
        <div className="two-lines">
          <span className="medium">{[name ?? source, version].filter((part) => part !== undefined).join(' ')}</span>
          <span className="mono secondary break">{source}</span>
        </div>
      ),
    },
    {
      id: 'state',
      head: t(settingsMessages.state),
      cell: (plugin) => (
        <div className="two-lines">
          <Health state={plugin.state === 'loaded' ? 'Running' : 'Failed'}>
            {t(plugin.state === 'loaded' ? settingsMessages.loaded : settingsMessages.failed)}
          </Health>
          {plugin.message !== undefined && (
            <span className="small secondary break">{sent(plugin, 'message', plugin.message)}</span>
          )}
        </div>
      ),
    },
    {
      id: 'adds',
      head: t(settingsMessages.adds),
      wideOnly: true,
      cell: ({ adds }) => (
        <span className="wrap">
          {Object.values(adds)
            .flat()
            .map((name) => (
              <Tag key={name}>{name}</Tag>
            ))}
        </span>
      ),
    },
  ];
  return (
    <SettingsList
      label={t(settingsMessages.plugins)}
      query={plugins}
      items={plugins.data?.plugins}
      itemKey={({ source }) => source}
      itemName={({ name, source }) => name ?? source}
      columns={columns}
      empty={{ title: t(settingsMessages.noPlugins), help: t(settingsMessages.noPluginsHelp) }}
    />
  );
}
