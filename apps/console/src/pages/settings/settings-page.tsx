import type { ReactNode } from 'react';
import { PageHead, TabbedPage } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages, shellMessages } from '../../messages/index.ts';
import { useRights } from '../../platform/index.ts';

interface SettingsPageProps {
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of all settings. */
export function SettingsPage({ actions, children }: SettingsPageProps) {
  const { t } = useLanguage();
  return (
    <TabbedPage
      title={t(settingsMessages.title)}
      head={<PageHead title={t(settingsMessages.title)} actions={actions} />}
      tabs={[
        { text: t(settingsMessages.profile), link: { to: '/settings' }, exact: true },
        { text: t(settingsMessages.tokens), link: { to: '/settings/tokens' } },
        { text: t(settingsMessages.members), link: { to: '/settings/members' } },
        { text: t(settingsMessages.projects), link: { to: '/settings/projects' } },
        { text: t(settingsMessages.clusters), link: { to: '/settings/clusters' } },
        { text: t(settingsMessages.profiles), link: { to: '/settings/profiles' } },
        { text: t(settingsMessages.registries), link: { to: '/settings/registries' } },
        { text: t(settingsMessages.notifications), link: { to: '/settings/notifications' } },
        { text: t(settingsMessages.audit), link: { to: '/settings/audit' } },
        { text: t(settingsMessages.plugins), link: { to: '/settings/plugins' } },
        { text: t(settingsMessages.about), link: { to: '/settings/about' } },
      ]}
    >
      {children}
    </TabbedPage>
  );
}

/** Why the user may not change the platform; undefined for administrators. */
export function useAdminReason(): string | undefined {
  const { t } = useLanguage();
  const { can } = useRights();
  return can('admin') ? undefined : t(shellMessages.scopeNeeded({ scope: 'admin' }));
}

/** The parts of a list that a person typed, separated by commas or spaces. */
export function splitList(text: string): readonly string[] {
  return text.split(/[\s,，]+/).filter((part) => part !== '');
}
