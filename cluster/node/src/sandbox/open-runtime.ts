import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Random } from '@kubemin/base';
import { runtimeMessages } from '../messages/index.ts';
import { type ContainerRuntime, RuntimeError } from '../runtime/index.ts';
import {
  type Anchor,
  type AnchorOptions,
  anchorFromInside,
  DEFAULT_NODE_NETWORK,
  findAnchor,
  joinWords,
  type NodeNetwork,
  startAnchor,
} from './anchor.ts';
import { chooseContainerForm } from './choose-container-form.ts';
import { type ContainerForm, makeDeviceDirectory } from './container-files.ts';
import { openControlGroups } from './control-groups.ts';
import { copyTools, findHostPrograms } from './host-programs.ts';
import { replaceFile } from './runtime-records.ts';
import { SandboxRuntime } from './sandbox-runtime.ts';
import {
  CRUN_HOOK_SCRIPT,
  CRUN_SCRIPT,
  HOLDER_SCRIPT,
  INNER_SCRIPT,
  JOIN_SCRIPT,
  SUPERVISOR_SCRIPT,
} from './scripts.ts';
import { nodeOwner, shiftOwner, type UserMap } from './user-map.ts';
import { findUserMap, PROGRAM_DIRECTORIES } from './user-namespace.ts';

export interface SandboxRuntimeOptions {
  /** Where everything is kept; made when absent. Only one runtime at a time uses it. */
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Where the programs of the machine are looked for. @default the usual directories */
  readonly programDirectories?: readonly string[];
  readonly network?: NodeNetwork;
  /** The users of a node that is started here. @default findUserMap */
  readonly map?: UserMap;
  /** This process is in the namespaces of the node already, its PID namespace excepted. @default false */
  readonly inside?: boolean;
  /** Size at which the log of a container is rotated. @default 10 MiB */
  readonly logLimit?: number;
  /** `auto`: limits are enforced and measured with control groups where they can be written. @default auto */
  readonly controlGroups?: 'auto' | 'off';
  /** What makes containers: the programs of util-linux or crun; `auto` is crun where it works. @default auto */
  readonly form?: 'auto' | ContainerForm;
}

const SCRIPTS = {
  holder: HOLDER_SCRIPT,
  supervisor: SUPERVISOR_SCRIPT,
  inner: INNER_SCRIPT,
  crun: CRUN_SCRIPT,
  'crun-hook': CRUN_HOOK_SCRIPT,
  join: JOIN_SCRIPT,
};

/** Opens the runtime on a directory and finds what was started from there before. */
export async function openSandboxRuntime(options: SandboxRuntimeOptions): Promise<ContainerRuntime> {
  const { directory, network = DEFAULT_NODE_NETWORK } = options;
  const programs = await findHostPrograms(options.programDirectories ?? PROGRAM_DIRECTORIES);
  for (const name of ['sandboxes', 'containers', 'exits']) {
    await mkdir(join(directory, name), { recursive: true, mode: 0o700 });
  }
  const tools = await copyTools(programs, join(directory, 'tools'));
  await makeDeviceDirectory(join(directory, 'dev'));
  for (const [name, text] of Object.entries(SCRIPTS)) {
    replaceFile(join(directory, `${name}.sh`), text);
  }
  const { clock, controlGroups = 'auto', inside = false } = options;
  const map = options.map ?? (await findUserMap());
  // Only this process may make groups beside those of others, and have processes of the node leave its own.
  const owner = inside ? undefined : nodeOwner(map);
  const groups =
    controlGroups === 'off' ? undefined : await openControlGroups({ directory, clock, sh: programs.sh, owner });
  const agentGroups = (owner !== undefined && (await groups?.createAgent())) || [];
  // Connections to ports of pods are made by Node.
  const place = { programs, directory, network, map, paths: [process.execPath], groups: agentGroups };
  const anchor = inside ? await findFromInside(place) : await startJoined(place);
  // One of an earlier version that was ended there has taken them along.
  if (owner !== undefined) await groups?.createAgent();
  if (owner !== undefined) {
    const files = [...Object.keys(SCRIPTS).map((name) => `${name}.sh`), 'tools', 'dev'];
    for (const name of files) await shiftOwner(join(directory, name), owner);
    for (const name of ['sandboxes', 'containers', 'exits']) await chown(join(directory, name), owner.uid, owner.gid);
  }
  const runtime = new SandboxRuntime({ ...options, programs, tools, anchor, network, groups });
  try {
    await runtime.recover();
    await chooseContainerForm(runtime, { directory, form: options.form ?? 'auto', crun: programs.crun, tools });
    return runtime;
  } catch (error) {
    await runtime[Symbol.asyncDispose]();
    throw error;
  }
}

/** From inside, a new one would be in the namespaces of one that has ended. */
async function findFromInside(place: AnchorOptions): Promise<Anchor> {
  const found = await findAnchor(place);
  if (found === undefined) throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.namespacesGone);
  return anchorFromInside(found, place.programs);
}

/** What enters the namespaces joins the control groups of the anchor first: from there it may move to those of containers. */
async function startJoined(place: AnchorOptions): Promise<Anchor> {
  const anchor = await startAnchor(place);
  const join = joinWords(place.programs, place.groups ?? []);
  return { ...anchor, enter: [...join, ...anchor.enter], enterAll: [...join, ...anchor.enterAll] };
}
