import { type Action, EVERYWHERE, type Grant, type Role, type Route, routePath, routes } from '@kubemin/client';
import { describe, expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { type ExpectedAccess, expectedAccess, type TableSubject } from '../test-support/expected-access.ts';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

const ROLES: readonly Role[] = ['viewer', 'deployer', 'exec', 'operator', 'admin'];
const ACTION: Readonly<Record<Role, Action>> = {
  viewer: 'read',
  deployer: 'deploy',
  exec: 'exec',
  operator: 'operate',
  admin: 'admin',
};
/** The roles that each role includes. */
const INCLUDED: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ['viewer'],
  deployer: ['viewer', 'deployer'],
  exec: ['viewer', 'exec'],
  operator: ['viewer', 'deployer', 'exec', 'operator'],
  admin: ROLES,
};
const HIDDEN = /^.{1,20}"error":"(APPLICATION|TASK)_NOT_FOUND"/;
const OWN = 'own';
const OTHER = 'other';

/** A user with one grant at most, and a token that may be narrowed. */
interface Person {
  readonly grant?: Grant;
  readonly scopes?: readonly Action[];
  readonly projects?: readonly string[];
}

const people: Readonly<Record<string, Person>> = {
  'without-roles': {},
  ...Object.fromEntries(ROLES.map((role) => [`${role}-of-own`, { grant: { project: OWN, role } }])),
  ...Object.fromEntries(ROLES.map((role) => [`${role}-everywhere`, { grant: { project: EVERYWHERE, role } }])),
  'admin-who-only-reads': { grant: { project: EVERYWHERE, role: 'admin' }, scopes: ['read'] },
  'admin-who-reads-and-operates': { grant: { project: EVERYWHERE, role: 'admin' }, scopes: ['read', 'operate'] },
  'admin-who-cannot-read': { grant: { project: EVERYWHERE, role: 'admin' }, scopes: ['deploy', 'operate', 'admin'] },
  'admin-with-a-token-for-own': { grant: { project: EVERYWHERE, role: 'admin' }, projects: [OWN] },
  'viewer-with-a-token-for-more': { grant: { project: OWN, role: 'viewer' }, projects: [OWN, OTHER] },
};

/** The rules in words of the test's own: it must not ask the code it judges. */
function expectedStatus(
  { needs, status, early, outside = 404 }: ExpectedAccess,
  person: Person,
  project: string,
): number {
  const { grant, scopes, projects } = person;
  const scoped = (action: Action): boolean => scopes?.includes(action) ?? true;
  if (needs === 'public') return status;
  if (needs === 'known') return scoped('read') ? status : 403;
  const least = ROLES.find((role) => needs === role || needs === `platform-${role}`) ?? 'admin';
  const enough = grant !== undefined && INCLUDED[grant.role].includes(least) && scoped(ACTION[least]);
  if (needs !== least) return enough && grant?.project === EVERYWHERE && projects === undefined ? status : 403;
  if (isOutside(person, project)) return early && !enough ? 403 : outside;
  return enough ? status : 403;
}

function isOutside({ grant, projects }: Person, project: string): boolean {
  const granted = grant?.project === EVERYWHERE || grant?.project === project;
  return !granted || projects?.includes(project) === false;
}

async function tokenFor({ client }: TestPlatform, name: string, { grant, scopes, projects }: Person): Promise<string> {
  await client.createUser({ name, roles: grant === undefined ? [] : [grant] });
  const narrowing = { ...(scopes && { scopes: [...scopes] }), ...(projects && { projects: [...projects] }) };
  return (await client.createToken({ name: 'of the table', user: name, ...narrowing })).token;
}

async function subjectIn({ client }: TestPlatform, project: string): Promise<TableSubject> {
  const document = json({ name: 'shop', project, component: [webservice('web')] });
  const { id: appId, workflowId } = await client.saveApplication(document);
  const { taskId } = await client.execWorkflow(appId);
  for await (const _event of client.followRun(taskId));
  return { project, appId, workflowId, taskId };
}

interface AccessCase {
  readonly route: Route;
  readonly expected: ExpectedAccess;
  readonly subject: TableSubject;
  readonly token: string;
}

async function ask(platform: TestPlatform, { route, expected, subject, token }: AccessCase): Promise<[number, string]> {
  const names = [...route.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name ?? '');
  const params = { ...Object.fromEntries(names.map((name) => [name, '7'])), ...subject, ...expected.params };
  const body = route.body.encoding === 'none' ? undefined : (expected.body?.(subject) ?? '{"broken": ');
  const response = await platform.send(route.method, `${routePath(route, params)}${expected.query ?? ''}`, {
    headers: { authorization: token === '' ? '' : `Bearer ${token}` },
    ...(body !== undefined && { body }),
  });
  if (route.response.encoding !== 'events' || response.status !== 200) return [response.status, await response.text()];
  await response.body?.cancel();
  return [response.status, ''];
}

describe('who may do what', () => {
  test('every route of the contract has a line in the table, and every line a route', () => {
    expect(Object.keys(expectedAccess).sort()).toEqual(Object.keys(routes).sort());
  });

  // One platform for all: starting it takes longer than the requests, and no request of the table changes another.
  test('every user gets the response of the table on every route, in project own and in another', async () => {
    const platform = await startTestPlatform();
    const subjects = [await subjectIn(platform, OWN), await subjectIn(platform, OTHER)];
    const cells = Object.entries<Route>(routes).flatMap(([routeName, route]) => {
      const expected = expectedAccess[routeName];
      return expected === undefined ? [] : subjects.map((subject) => ({ routeName, route, expected, subject }));
    });
    expect(cells).toHaveLength(Object.keys(routes).length * 2);
    for (const [name, person] of Object.entries(people)) {
      const token = await tokenFor(platform, name, person);
      const responses = await Promise.all(
        cells.map(async ({ routeName, ...cell }) => {
          const [status, text] = await ask(platform, { ...cell, token });
          const wanted = expectedStatus(cell.expected, person, cell.subject.project);
          // Who is let in and finds nothing must have been let in: another 404 would be the same number.
          const hidden = HIDDEN.test(text) && !isOutside(person, cell.subject.project);
          const right = status === wanted && !hidden;
          return right ? [] : `${routeName} in ${cell.subject.project}: ${status} not ${wanted} ${text.slice(0, 99)}`;
        }),
      );
      expect(responses.flat(), name).toEqual([]);
    }
  });

  test('what belongs to others gets exactly the response of what does not exist', async () => {
    const platform = await startTestPlatform();
    const other = await subjectIn(platform, OTHER);
    const token = await tokenFor(platform, 'stranger', { grant: { project: OWN, role: 'admin' } });
    const absent = { ...other, appId: 'x'.repeat(other.appId.length), taskId: 'x'.repeat(other.taskId.length) };
    let compared = 0;
    for (const [routeName, route] of Object.entries<Route>(routes)) {
      const expected = expectedAccess[routeName];
      if (expected === undefined || !['application', 'task'].includes(route.subject)) continue;
      const [status, text] = await ask(platform, { route, expected, subject: other, token });
      const [absentStatus, absentText] = await ask(platform, { route, expected, subject: absent, token });
      const named = text.replaceAll(other.appId, absent.appId).replaceAll(other.taskId, absent.taskId);
      const [shown, expectedText] = [named, absentText].map((body) => body.replace(/"requestId":"[^"]*"/, ''));
      expect([routeName, status, shown]).toEqual([routeName, absentStatus, expectedText]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });

  test('without a token, or with one of another scheme, every route but the public ones is 401', async () => {
    const platform = await startTestPlatform();
    const subject = { project: OWN, appId: 'x', workflowId: 'x', taskId: 'x' };
    for (const [routeName, route] of Object.entries<Route>(routes)) {
      const expected = expectedAccess[routeName];
      if (expected === undefined) continue;
      const [status] = await ask(platform, { route, expected, subject, token: '' });
      expect([routeName, status]).toEqual([routeName, expected.needs === 'public' ? expected.status : 401]);
    }
  });
});
