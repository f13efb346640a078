import { projectContentSchema, projectListSchema, projectParams, projectSchema } from './project.ts';
import { defineRoute } from './route.ts';
import { emptyBody, jsonBody, nothing } from './route-parts.ts';

/** The part of the contract about projects and the namespaces they are bound to. */
export const projectRoutes = {
  listProjects: defineRoute({
    method: 'GET',
    path: '/projects',
    summary: 'Lists the projects the caller may read, also those that only applications name',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: projectListSchema },
    errors: [],
  }),
  getProject: defineRoute({
    method: 'GET',
    path: '/projects/:project',
    summary: 'Gives one project and what it is bound to',
    access: 'read',
    subject: 'projects',
    params: projectParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: projectSchema },
    errors: ['PROJECT_NOT_FOUND'],
  }),
  bindProject: defineRoute({
    method: 'PUT',
    path: '/projects/:project',
    summary: 'Binds a project to namespaces of clusters, in place of what it was bound to; other projects lose access',
    access: 'admin',
    subject: 'platform',
    params: projectParams,
    query: nothing,
    body: jsonBody(projectContentSchema),
    response: { encoding: 'json', schema: projectSchema },
    errors: ['PROJECT_NAMESPACE_TAKEN', 'PROJECT_NAMESPACE_CLOSED', 'PROJECT_IN_USE', 'CLUSTER_NOT_FOUND'],
  }),
  unbindProject: defineRoute({
    method: 'DELETE',
    path: '/projects/:project/binding',
    summary: 'Removes the binding of a project; its applications and namespaces stay',
    access: 'admin',
    subject: 'platform',
    params: projectParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: projectSchema },
    errors: ['PROJECT_NOT_FOUND'],
  }),
};
