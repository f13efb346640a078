import type { AdmissionPlugin } from '../../admission/admission.ts';
import { type Authorizer, requireAccess } from './authorizer.ts';

/** A PUT or an apply that turns out to create something needs the right to create, too. */
export function createAuthorization(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'CreateAuthorization',
    applies: ({ operation, verb }) => operation === 'create' && verb !== 'create',
    validate: ({ metadata }, { user, resource, namespace }) => {
      if (user === undefined) return;
      const { group, plural } = resource.info;
      const name = metadata.name ?? '';
      requireAccess(authorizer, user, {
        kind: 'resource',
        verb: 'create',
        group,
        resource: plural,
        subresource: '',
        namespace,
        name,
      });
    },
  };
}
