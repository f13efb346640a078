import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { API_PREFIX } from '@kubemin/client';
import type { ApiField } from '../command/index.ts';
import { type PlatformAccess, platformAccess } from '../connection/index.ts';
import { apiMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, exitCodeForStatus, failureReason, print } from '../terminal/index.ts';

export interface ApiOptions {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly ApiField[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly input: string | undefined;
  readonly include: boolean;
}

/** Sends one request as it was typed and prints what comes back, whatever that is. */
export async function api(context: CommandContext, options: ApiOptions): Promise<ExitCode> {
  const { terminal, style } = context;
  const access = await platformAccess(context);
  const response = await send(context, access, options);
  if (options.include) {
    terminal.out(`HTTP ${response.status} ${response.statusText}\n`);
    for (const [name, value] of response.headers) terminal.out(`${name}: ${value}\n`);
    terminal.out('\n');
  }
  const type = response.headers.get('content-type') ?? '';
  const body = await printBody(context, response, type);
  if (response.ok) return ExitCode.ok;
  terminal.alert(`${style.red(`HTTP ${response.status}`)} ${options.method.toUpperCase()} ${options.path}\n`);
  return hasProblems(body) ? ExitCode.invalid : exitCodeForStatus(response.status);
}

async function send(context: CommandContext, access: PlatformAccess, options: ApiOptions): Promise<Response> {
  const { url, token } = access;
  const method = options.method.toUpperCase();
  const path = options.path.startsWith('/') ? options.path : `/${options.path}`;
  const address = new URL(`${url}${path.startsWith(`${API_PREFIX}/`) ? '' : API_PREFIX}${path}`);
  const inQuery = method === 'GET' || method === 'HEAD' || options.input !== undefined;
  if (inQuery) for (const { key, value } of options.fields) address.searchParams.append(key, String(value));
  const body = await requestBody(context, options, inQuery);
  try {
    return await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...Object.fromEntries(options.headers),
      },
      ...(body !== undefined && { body }),
      // The token and the body are for this platform alone.
      redirect: 'manual',
      signal: context.interrupted,
    });
  } catch (cause) {
    if (context.interrupted.aborted) throw cause;
    const why = errorMessage(toError(cause).cause ?? cause);
    throw new CliError(apiMessages.unreachable({ url, why }), {
      code: 'UNREACHABLE',
      exitCode: ExitCode.failed,
      hint: apiMessages.diagnose,
      cause,
    });
  }
}

async function requestBody(
  context: CommandContext,
  options: ApiOptions,
  inQuery: boolean,
): Promise<string | undefined> {
  const { input, fields } = options;
  if (input === '-') return (await context.terminal.piped?.()) ?? '';
  if (input !== undefined) return fileText(context, input);
  if (inQuery || fields.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(fields.map(({ key, value }) => [key, value])));
}

async function fileText({ cwd }: CommandContext, file: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new CliError(apiMessages.inputUnreadable({ file, why: failureReason(cause) }), {
      code: 'INPUT_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: apiMessages.giveInput,
      cause,
    });
  }
}

/** The body that was printed, where it is JSON. */
async function printBody(context: CommandContext, response: Response, type: string): Promise<unknown> {
  const { terminal, interrupted } = context;
  if (type.startsWith('text/event-stream') && response.body !== null) {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body) terminal.out(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      if (!interrupted.aborted) throw error;
    }
    return undefined;
  }
  const text = await response.text();
  if (!/^application\/([\w.+-]+\+)?json\b/.test(type) || text === '') {
    terminal.out(text);
    return undefined;
  }
  const data: unknown = JSON.parse(text);
  await print(context, { data, table: `${JSON.stringify(data, null, 2)}\n`, names: [] });
  return data;
}

function hasProblems(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('problems' in body)) return false;
  return Array.isArray(body.problems) && body.problems.length > 0;
}
