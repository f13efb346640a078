/**
 * What containerd is asked for: the methods and messages of the Container Runtime Interface (`cri`) and of its own services (`containerd`), as
 * tables of ../grpc.
 */

export { CRI_NAMESPACE, containerd, PROCESS_TYPE, taskExit } from './containerd.ts';
export {
  CONTAINER_STATE,
  type CriContainer,
  type CriContainerConfig,
  type CriContainerStatus,
  type CriResources,
  type CriSandbox,
  type CriSandboxConfig,
  cri,
  NAMESPACE,
  PROFILE,
  PROPAGATION,
  SANDBOX_READY,
} from './cri.ts';
