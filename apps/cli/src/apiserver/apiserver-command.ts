import type { Command } from 'commander';

/** The flags of `kubemin apiserver`. Switches take an optional value, so that `--flag=false` works as well as `--flag`. */
export function apiserverCommand(command: Command): Command {
  return command
    .description('run a Kubernetes-compatible API server alone, without a cluster or controllers')
    .option('--backend <name>', 'where objects are kept: file or memory (default: file)')
    .option('--file-rootpath <dir>', 'directory of the file backend (default: in the data directory)')
    .option('--etcd-servers <urls>', 'addresses for --backend etcd')
    .option('--token-auth-file <file>', 'CSV of known tokens: token,user,uid[,"group1,group2"]')
    .option('--authn-allow-localhost [bool]', 'let requests from this machine without a token act as administrator')
    .option('--kubectl-disabled [bool]', 'refuse kubectl (by its User-Agent: a convenience, not a protection)')
    .option('--kubectl-ephemeral-token [bool]', 'kubectl must use a short-lived token, static ones are refused')
    .option('--kubectl-ephemeral-duration <duration>', 'how long such a token may still live (default: 1h)')
    .option('--unrestricted-update [bool]', 'let updates of an object change its status, too; for debugging')
    .option('--request-timeout <duration>', 'give up on requests after this time, watches aside (default: 1m)')
    .option('--bind-address <address>', 'address of the https port (default: 127.0.0.1)')
    .option('--secure-port <port>', 'https port; 0 picks a free one (default: 6443)')
    .option('--insecure-port <port>', 'plain http port on 127.0.0.1; 0 turns it off (default: 6080)')
    .option('-v <level>', 'how much to log; 4 and more shows everything');
}
