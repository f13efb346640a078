import { EVERYWHERE, type Grant, roleSchema } from '@kubemin/client';
import { Plus, X } from 'lucide-react';
import { Button, IconButton, Input, Select, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import styles from './settings.module.css';

/** Roles of a user, each with its project. */
export function GrantTags({ grants }: { readonly grants: readonly Grant[] }) {
  const { t } = useLanguage();
  const place = (project: string): string =>
    project === EVERYWHERE ? t(settingsMessages.everywhere) : project === '' ? t(settingsMessages.noProject) : project;
  if (grants.length === 0) return <span className="hint">{t(settingsMessages.noRoles)}</span>;
  return (
    <span className="wrap">
      {grants.map(({ project, role }) => (
        <Tag key={`${project} ${role}`}>
          {role} · {place(project)}
        </Tag>
      ))}
    </span>
  );
}

/** A grant that is being written; the id is for its row alone. */
export interface GrantRow extends Grant {
  readonly id: number;
}

interface GrantsEditorProps {
  readonly rows: readonly GrantRow[];
  readonly onChange: (rows: readonly GrantRow[]) => void;
}

/** Roles by project; `*` is every project and the platform itself. */
export function GrantsEditor({ rows, onChange }: GrantsEditorProps) {
  const { t } = useLanguage();
  const change = (id: number, next: Partial<Grant>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...next } : row)));
  const add = (): void => {
    const id = 1 + Math.max(0, ...rows.map((row) => row.id));
    onChange([...rows, { id, project: EVERYWHERE, role: 'viewer' }]);
  };
  return (
    <fieldset className={styles.grants}>
      <legend className="small medium">{t(settingsMessages.roles)}</legend>
      {rows.map(({ id, project, role }) => (
        <div key={id} className={styles.grant}>
          <Input
            aria-label={t(settingsMessages.project)}
            value={project}
            placeholder={t(settingsMessages.noProject)}
            onChange={(event) => change(id, { project: event.target.value })}
          />
          <Select
            aria-label={t(settingsMessages.role)}
            value={role}
            onChange={(event) => change(id, { role: roleSchema.parse(event.target.value) })}
          >
            {roleSchema.options.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
          <IconButton
            label={t(settingsMessages.removeRole)}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="wrap">
        <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={add}>
          {t(settingsMessages.addRole)}
        </Button>
        <span className="small hint">{t(settingsMessages.rolesHelp)}</span>
      </div>
    </fieldset>
  );
}
