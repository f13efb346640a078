import type { Grant, Role } from '@kubemin/client';
import { InvalidValue, type Reader } from '../parameter.ts';

// Written out: the contract would be loaded for every command that is typed.
const EVERYWHERE = '*';
const ROLES: readonly Role[] = ['viewer', 'deployer', 'operator', 'admin'];

/** Reads a role, in a project or everywhere: `shop=deployer`, `viewer`. */
export const projectRole: Reader<Grant> = (text) => {
  const at = text.lastIndexOf('=');
  const role = ROLES.find((each) => each === text.slice(at + 1));
  if (role !== undefined) return { project: at < 0 ? EVERYWHERE : text.slice(0, at), role };
  const all = ROLES.join(', ');
  throw new InvalidValue({
    en: `give one of ${all}: as --role shop=deployer in the project shop, or --role deployer everywhere`,
    zh: `请从 ${all} 中选择：--role shop=deployer 表示项目 shop 中，--role deployer 表示所有项目`,
  });
};
