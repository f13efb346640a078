/** Writes YAML for readers of every version; apart from the converters, so that pages can load it alone. */
export { kubeYaml } from './kube-yaml.ts';
