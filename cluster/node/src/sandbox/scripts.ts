/**
 * The shell scripts of the sandbox runtime. They are constant: what differs from container to container is passed as
 * arguments or read from files. They are written to the node's directory when the runtime is opened.
 */

/**
 * Sets `process` to what parseProcessRecord reads. The line of /proc/self/stat has the process id outside: the machine's
 * /proc is still mounted.
 */
export const READ_PROCESS = `
read -r stat </proc/self/stat
read -r boot </proc/sys/kernel/random/boot_id
process="$stat $boot"`;

/**
 * Process 1 of the node's namespaces; all processes of pods end with it. It writes its record to the working directory before it reports to
 * file descriptor 3: an agent that is killed in between leaves it to the next one, and without a reader it ends.
 */
export const ANCHOR_SCRIPT = `
ip=$1 sleep=$2 node_address=$3 service_range=$4 mount=$5
${READ_PROCESS}
# What the node mounts later is seen in containers that ask for it. Without it none can.
"$mount" -n --make-rshared / 2>/dev/null
"$ip" link set lo up &&
echo 1 >/proc/sys/net/ipv4/ip_forward &&
"$ip" addr add "$node_address/32" dev lo &&
"$ip" route add local "$service_range" dev lo || exit 1
printf '%s\\n' "$process" >anchor.stat &&
printf '%s\\n' "$process" >&3 || exit 1
exec 3>&-
cd /
trap : TERM INT HUP
while :; do "$sleep" 2147483 & wait $!; done
`;

/**
 * Holds the network, IPC and UTS namespace of one pod, and as process 1 its PID namespace where containers share one. Arguments: sleep, the host name, hostname, the file for its record,
 * ip, what ip does, none in the network of the node, lines with the path of a kernel setting and its value, and `shared` with a PID namespace. An agent that is killed
 * before it has recorded the pod leaves the process to the next one.
 */
export const HOLDER_SCRIPT = `
# Only root may write the file; for root it saves a program.
{ echo "$2" >/proc/sys/kernel/hostname; } 2>/dev/null || "$3" "$2" || exit 1
echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start || exit 1
# Containers may ping, with every group that there is: all of them, or this one.
{ echo '0 65535' >/proc/sys/net/ipv4/ping_group_range || echo '0 0' >/proc/sys/net/ipv4/ping_group_range; } 2>/dev/null
if [ -n "$6" ]; then
  "$5" -batch - <<COMMANDS || exit 1
$6
COMMANDS
fi
while read -r path value; do
  [ -n "$path" ] || continue
  if ! { printf '%s\\n' "$value" >"/proc/sys/$path"; } 2>/dev/null; then
    echo "sysctl $path cannot be set to $value" >&2
    exit 1
  fi
done <<SYSCTLS
$7
SYSCTLS
${READ_PROCESS}
printf '%s\\n' "$process" >"$4" &&
printf '%s\\n' "$KUBEMIN_JOB $process" >&3 || exit 1
exec 3>&-
if [ "$8" = shared ]; then
  # Process 1 has to wait for what is left to it.
  trap : TERM INT HUP
  while :; do "$1" 2147483 & wait $!; done
fi
exec "$1" infinity
`;

/** Moves this process into the control groups of a container, whose directories are lines of a file. */
const JOIN_GROUPS = `
while read -r group; do echo 0 >"$group/cgroup.procs" || exit 125; done <cgroups`;

/** Has the kernel end this process earlier than others, where a file states it. */
const SET_OOM_SCORE = `
if [ -e oom-score ] && read -r score <oom-score; then echo "$score" >/proc/self/oom_score_adj; fi`;

/**
 * Compares what was mounted with the plan: a container that runs can put a link in the place of a directory of a volume at
 * any moment, and mount would follow it to anywhere.
 */
const CHECK_MOUNTS = `
while read -r device source target mode; do
  found= flags=
  while read -r id parent dev path point options rest; do
    if [ "$point" = "$target" ]; then found="$dev $path" flags=",$options,"; fi
  done </proc/self/mountinfo
  case $mode$flags in rw*|*,ro,*) ;; *) found= ;; esac
  if [ "$found" != "$device $source" ]; then
    echo "mount of $source was replaced while the container was started" >&2
    exit 125
  fi
done <mounts.expected`;

/** Arguments: the directory of a container, and the command that runs in its control groups. */
export const JOIN_SCRIPT = `
cd "$1" || exit 125
shift
${JOIN_GROUPS}
cd /
exec "$@"
`;

/** Arguments: directories of control groups, `--`, and the command that runs in them. */
export const JOIN_ALL_SCRIPT = `
while [ "$1" != -- ]; do
  { echo 0 >"$1/cgroup.procs"; } 2>/dev/null
  shift
done
shift
exec "$@"
`;

/**
 * One per container, in a session of its own, so that the container and its outcome survive the agent. Arguments: the
 * directory of the container, its exit file, its log file, the size at which the log is rotated, then mv and dd, then the
 * command that enters the pod and runs INNER_SCRIPT. The exit file has the code, and `oom` when the kernel has ended one of
 * its processes for want of memory. Where there is a pipe `stdin` it is the standard input of the container, and stays
 * open until a line arrives in `stdin.close`, where there is that. Where there is a file `shared` the container has no PID namespace of its own: what it
 * leaves behind is ended with it. A log file is written through a pipe: programs that open /dev/stdout
 * again would truncate a file.
 */
export const SUPERVISOR_SCRIPT = `
cd "$1" || exit 1
exit_file=$2 log=$3 limit=$4 mv=$5 dd=$6
shift 6
${READ_PROCESS}
printf '%s\\n' "$process" >supervisor.stat
holder=
if [ -p stdin ]; then
  # Opened for both first: to open a pipe for reading alone would wait for a writer.
  exec 5<>stdin <stdin
  if [ -p stdin.close ]; then
    { read -r line <stdin.close; } 3>&- &
    holder=$!
    exec 5>&-
  fi
fi
{
  "$@" 5>&-
  code=$? oom= tries=0
  while [ -e shared ] && [ "$tries" -lt 100 ]; do
    tries=$((tries + 1)) left=
    while read -r group; do
      while read -r pid; do
        # Those of other PID namespaces are listed as 0, which would be all of this session.
        if [ "$pid" -gt 0 ]; then left=1; kill -9 "$pid"; fi
      done <"$group/cgroup.procs"
    done <cgroups 2>/dev/null
    [ -n "$left" ] || break
  done
  if [ -e oom-file ] && read -r events <oom-file; then
    while read -r key value; do
      if [ "$key" = oom_kill ] && [ "$value" != 0 ]; then oom=oom; fi
    done 2>/dev/null <"$events"
  fi
  echo "$code $oom" >exit.new
} 2>&1 | {
  exec 3>&-
  while :; do
    if ! report=$("$dd" bs=65536 count=160 2>&1 >>"$log"); then
      # Without its directory the container was removed.
      [ -e supervisor.stat ] || break
      # What is written is lost: a full disk is waited for; a log that cannot be opened must not stop the container, nor its end.
      if (: >>"$log"); then sleep 1; else report=$("$dd" bs=65536 count=16 2>&1 >/dev/null); fi 2>/dev/null
    fi
    # At its beginning: 160+0 is a container that writes fast.
    case $report in '0+0 records in'*) break ;; esac
    if [ -e "$log" ] && [ "$(wc -c <"$log")" -gt "$limit" ]; then "$mv" -f "$log" "$log.1"; fi
  done
}
if [ -n "$holder" ]; then kill "$holder" 2>/dev/null; fi
"$mv" exit.new "$exit_file"
`;

/**
 * Started in a new mount namespace, with a new PID namespace for its children: its first child becomes process 1 of the
 * container. Only builtins are used before that fork. The parent waits and passes the exit code on, 128 + n for signals,
 * which unshare --fork does not. The child is no background job: a shell lets those ignore SIGINT and SIGQUIT. Arguments: the directory of the container, mount, pivot_root, chown.
 */
export const INNER_SCRIPT = `
# Containers with the same processes see this one: its directory becomes that of the container with its root.
cd /
# The shell reports there when the child is ended by a signal.
exec 2>/dev/null
(
cd "$1" || exit 125
${READ_PROCESS}
printf '%s\\n' "$process" >init.stat
exec 2>setup.err
# Other users open their output again by its name, as /dev/stdout.
if [ -e stdio-owner ] && read -r owner <stdio-owner; then
  "$4" "$owner" /proc/self/fd/0 /proc/self/fd/1 2>/dev/null
fi
"$2" -n -a -T fstab || exit 125
${CHECK_MOUNTS}
${JOIN_GROUPS}
${SET_OOM_SCORE}
cd root && "$3" . dev/.old || exit 125
cd /
. "/dev/.old$1/start.sh"
exit 125
)
exit $?
`;

/**
 * The same with crun, which makes the namespaces of the container itself. Arguments: the directory of the container, mount,
 * crun, the id of the container.
 */
export const CRUN_SCRIPT = `
cd "$1" || exit 125
exec 2>setup.err
"$2" -n -a -T fstab || exit 125
${CHECK_MOUNTS}
echo "$KUBEMIN_JOB ready" >&3
exec 2>&1 3>&-
exec "$3" --root "$1/crun" --log="file:$1/setup.err" --cgroup-manager=disabled run --bundle "$1" "$4"
`;

/**
 * Run by crun while the first process of the container waits; standard input has its process id as crun sees it. Records the
 * process with its id outside, and moves it into its control groups. Argument: the directory of the container, where also
 * the machine's /proc is mounted.
 */
export const CRUN_HOOK_SCRIPT = `
cd "$1" || exit 1
read -r state
pid=\${state#*'"pid":'} pid=\${pid%%[!0-9]*}
read -r boot </proc/sys/kernel/random/boot_id
read -r self name code parent rest <host-proc/self/stat
read -r children <"host-proc/$parent/task/$parent/children" || :
for child in $children; do
  [ "$child" = "$self" ] && continue
  read -r stat <"host-proc/$child/stat" || exit 1
  printf '%s\\n' "$stat $boot" >init.stat
done
while read -r group; do echo "$pid" >"$group/cgroup.procs" || exit 1; done <cgroups
`;

/** Quotes a word for a POSIX shell. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Variables that a shell keeps for itself or refuses to set. */
const SHELL_VARIABLES: ReadonlySet<string> = new Set([
  ...[
    'BASHOPTS',
    'BASHPID',
    'EUID',
    'IFS',
    'LINENO',
    'OLDPWD',
    'OPTIND',
    'PPID',
    'PWD',
    'SHELLOPTS',
    'SHLVL',
    'UID',
    '_',
  ],
]);

/** Whether a shell can export a variable of this name; others are set with `env`. */
function isShellVariable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !SHELL_VARIABLES.has(name);
}

/** Where the variables of a container are read from while it starts. */
export const ENVIRONMENT_DESCRIPTOR = 4;

/**
 * The words of a shell that reads the variables of a container and becomes the command that follows. Until then nothing of
 * them is set: they are chosen by the image and the pod, and must not reach programs that have more rights than the
 * container, such as its own set-up.
 */
export function withEnvironment(tools: { command(tool: 'sh'): readonly string[] }): readonly string[] {
  const script = `. /proc/self/fd/${ENVIRONMENT_DESCRIPTOR}; exec ${ENVIRONMENT_DESCRIPTOR}<&-; unset OLDPWD PWD; exec "$@"`;
  return [...tools.command('sh'), '-c', script, 'sh'];
}

/**
 * The variables of a container for withEnvironment. Those that no shell can export are set with `env`, whose arguments are
 * in this file as well: other processes of the machine would see them for as long as a command runs.
 */
export function environmentScript(
  tools: { command(tool: 'env'): readonly string[] },
  environment: Readonly<Record<string, string>>,
): string {
  const variables = Object.entries(environment);
  const exported = variables.filter(([name]) => isShellVariable(name));
  const other = variables.filter(([name]) => !isShellVariable(name));
  const words = [...tools.command('env'), ...other.map(([name, value]) => `${name}=${value}`)].map(shellQuote);
  return [
    ...exported.map(([name, value]) => `export ${name}=${shellQuote(value)}\n`),
    other.length === 0 ? '' : `set -- ${words.join(' ')} "$@"\n`,
  ].join('');
}

/** What the last part of INNER_SCRIPT executes inside the new root: leaves the machine's file system and becomes the program. */
export function startScript(options: {
  /** The directory of the container, as the machine names it. */
  readonly directory: string;
  readonly umount: readonly string[];
  /** The words that change the user, read the environment and change the directory; the program follows. */
  readonly enter: readonly string[];
  readonly command: readonly string[];
}): string {
  const { directory, umount, enter, command } = options;
  const quoted = (words: readonly string[]): string => words.map(shellQuote).join(' ');
  return [
    `exec ${ENVIRONMENT_DESCRIPTOR}<${shellQuote(`/dev/.old${directory}/env.sh`)} || exit 125`,
    `${quoted([...umount, '-n', '-l', '/dev/.old'])} || exit 125`,
    'echo "$KUBEMIN_JOB ready" >&3',
    'exec 3>&- 2>&1',
    'unset KUBEMIN_JOB OLDPWD PWD',
    `exec ${quoted([...enter, ...command])}`,
    '',
  ].join('\n');
}
