import { type Action, actionSchema, type CreatedToken, type Token } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  Checkbox,
  CliLine,
  Code,
  type Column,
  Confirm,
  cliCommand,
  Dialog,
  EmptyState,
  ErrorPanel,
  Field,
  FormDialog,
  Input,
  Moment,
  Panel,
  Segments,
  Select,
  Skeleton,
  Table,
  Tag,
} from '../../kit/index.ts';
import { formatInstant, useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { usePlatform, useRights, whoamiQuery } from '../../platform/index.ts';
import styles from './settings.module.css';
import { SettingsPage, splitList } from './settings-page.tsx';
import { settingsKeys, tokensQuery } from './settings-queries.ts';

export function TokensPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const tokens = useQuery(tokensQuery(client));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken>();
  const [show, setShow] = useState<'active' | 'all'>('active');
  const shown = (tokens.data?.tokens ?? []).filter(({ state }) => show === 'all' || state === 'active');
  return (
    <SettingsPage
      actions={
        <Button kind="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setCreating(true)}>
          {t(settingsMessages.newToken)}
        </Button>
      }
    >
      <div>
        <Segments
          label={t(settingsMessages.show)}
          value={show}
          options={[
            { value: 'active', text: t(settingsMessages.active) },
            { value: 'all', text: t(settingsMessages.allTokens) },
          ]}
          onChange={setShow}
        />
      </div>
      <Panel label={t(settingsMessages.tokens)}>
        {tokens.isError && <ErrorPanel error={tokens.error} onRetry={() => void tokens.refetch()} />}
        {tokens.isPending && <Skeleton />}
        {tokens.data !== undefined && shown.length === 0 && <EmptyState title={t(settingsMessages.noTokens)} />}
        {shown.length > 0 && <TokenTable tokens={shown} />}
      </Panel>
      {isCreating && <NewToken onClose={() => setCreating(false)} onCreated={setCreated} />}
      {created !== undefined && (
        <Dialog
          open
          width="wide"
          onClose={() => setCreated(undefined)}
          title={t(settingsMessages.tokenCreated({ name: created.name }))}
          foot={
            <Button kind="primary" onClick={() => setCreated(undefined)}>
              {t(settingsMessages.done)}
            </Button>
          }
        >
          <p className="secondary">{t(settingsMessages.shownOnce)}</p>
          <Code text={created.token} wrapped />
        </Dialog>
      )}
    </SettingsPage>
  );
}

const STATE_TEXTS = {
  active: settingsMessages.active,
  expired: settingsMessages.expired,
  revoked: settingsMessages.revoked,
} as const;

function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const { t, locale } = useLanguage();
  const { client, session } = usePlatform();
  const { user: self } = useRights();
  const queries = useQueryClient();
  const [revoking, setRevoking] = useState<Token>();
  const columns: readonly Column<Token>[] = [
    {
      id: 'name',
      head: t(settingsMessages.name),
      cell: ({ id, name, user }) => (
        <div className="two-lines">
          <span className="medium break">
            {name} {id === session.id && <Tag kind="accent">{t(settingsMessages.thisSession)}</Tag>}
          </span>
          {user !== self && <span className="small secondary">{user}</span>}
        </div>
      ),
    },
    {
      id: 'allows',
      head: t(settingsMessages.allows),
      wideOnly: true,
      cell: ({ scopes, projects }) => (
        <div className="two-lines">
          <span>{scopes?.join(', ') ?? t(settingsMessages.everything)}</span>
          {projects !== undefined && <span className="small secondary">{projects.join(', ')}</span>}
        </div>
      ),
    },
    {
      id: 'state',
      head: t(settingsMessages.state),
      cell: ({ state }) => <Tag kind={state === 'active' ? 'plain' : 'warning'}>{t(STATE_TEXTS[state])}</Tag>,
    },
    {
      id: 'expires',
      head: t(settingsMessages.expires),
      wideOnly: true,
      cell: ({ expireTime }) =>
        expireTime === undefined ? (
          <span className="hint">{t(settingsMessages.never)}</span>
        ) : (
          formatInstant(Date.parse(expireTime), locale)
        ),
    },
    {
      id: 'used',
      head: t(settingsMessages.lastUsed),
      wideOnly: true,
      cell: ({ lastUsedTime }) =>
        lastUsedTime === undefined ? (
          <span className="hint">{t(settingsMessages.never)}</span>
        ) : (
          <Moment at={lastUsedTime} />
        ),
    },
    {
      id: 'revoke',
      head: '',
      cell: (token) =>
        token.state === 'active' && (
          <Button size="small" onClick={() => setRevoking(token)}>
            {t(settingsMessages.revoke)}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table label={t(settingsMessages.tokens)} columns={columns} items={tokens} itemKey={({ id }) => id} />
      {revoking !== undefined && (
        <Confirm
          open
          onClose={() => setRevoking(undefined)}
          title={t(settingsMessages.revokeToken({ name: revoking.name }))}
          action={t(settingsMessages.revoke)}
          danger
          onConfirm={async () => {
            await client.revokeToken(revoking.id);
            await queries.invalidateQueries({ queryKey: [settingsKeys.tokens] });
          }}
        >
          <p className="secondary">{t(settingsMessages.revokeHelp)}</p>
          <CliLine words={['token', 'revoke', revoking.id]} />
        </Confirm>
      )}
    </>
  );
}

const AN_HOUR = 3_600;
const A_DAY = 24 * AN_HOUR;

/** Lifetimes that can be chosen; a token never outlives the one that created it. */
const LIFETIMES = [
  { seconds: AN_HOUR, text: settingsMessages.hours({ count: 1 }) },
  { seconds: 8 * AN_HOUR, text: settingsMessages.hours({ count: 8 }) },
  { seconds: 7 * A_DAY, text: settingsMessages.days({ count: 7 }) },
  { seconds: 30 * A_DAY, text: settingsMessages.days({ count: 30 }) },
  { seconds: 90 * A_DAY, text: settingsMessages.days({ count: 90 }) },
  { seconds: 365 * A_DAY, text: settingsMessages.days({ count: 365 }) },
] as const;

interface NewTokenProps {
  readonly onClose: () => void;
  readonly onCreated: (token: CreatedToken) => void;
}

function NewToken({ onClose, onCreated }: NewTokenProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Action[]>(['read']);
  const [projects, setProjects] = useState('');
  const [lifetime, setLifetime] = useState('');
  const end = useQuery(whoamiQuery(client)).data?.expireTime;
  const remaining = end === undefined ? Number.POSITIVE_INFINITY : (Date.parse(end) - Date.now()) / 1_000;
  const toggle = (scope: Action, isOn: boolean): void =>
    setScopes(isOn ? [...scopes, scope] : scopes.filter((each) => each !== scope));
  const missing =
    name.trim() === ''
      ? t(settingsMessages.nameMissing)
      : scopes.length === 0
        ? t(settingsMessages.scopeMissing)
        : undefined;
  const create = async (): Promise<void> => {
    const named = splitList(projects);
    const token = await client.createToken({
      name: name.trim(),
      scopes: [...scopes],
      ...(named.length > 0 && { projects: [...named] }),
      ...(lifetime !== '' && { lifetimeSeconds: Number(lifetime) }),
    });
    await queries.invalidateQueries({ queryKey: [settingsKeys.tokens] });
    onCreated(token);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t(settingsMessages.newToken)}
      action={t(settingsMessages.create)}
      missing={missing}
      onSubmit={create}
    >
      <Field label={t(settingsMessages.name)} help={t(settingsMessages.tokenNameHelp)}>
        <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
      </Field>
      <fieldset className={styles.checks} aria-label={t(settingsMessages.scopes)}>
        {actionSchema.options.map((scope) => (
          <Checkbox
            key={scope}
            label={scope}
            checked={scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
        ))}
      </fieldset>
      <Field label={t(settingsMessages.projects)} help={t(settingsMessages.tokenProjectsHelp)}>
        <Input value={projects} onChange={(event) => setProjects(event.target.value)} autoComplete="off" />
      </Field>
      <Field label={t(settingsMessages.expires)}>
        <Select value={lifetime} onChange={(event) => setLifetime(event.target.value)}>
          <option value="">{t(end === undefined ? settingsMessages.never : settingsMessages.withSession)}</option>
          {LIFETIMES.filter(({ seconds }) => seconds < remaining).map(({ seconds, text }) => (
            <option key={seconds} value={seconds}>
              {t(text)}
            </option>
          ))}
        </Select>
      </Field>
      {end !== undefined && (
        <div className="stack">
          <span className="small secondary">{t(settingsMessages.sessionLimit)}</span>
          <Code
            wrapped
            text={cliCommand(
              'token',
              'create',
              name.trim() || 'ci',
              ...scopes.flatMap((scope) => ['--scope', scope]),
              ...splitList(projects).flatMap((project) => ['--project', project]),
              '--expires',
              '90d',
            )}
          />
        </div>
      )}
    </FormDialog>
  );
}
