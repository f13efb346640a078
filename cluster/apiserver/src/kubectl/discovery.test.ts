import { describeKubectl, fails } from '../test-support/kubectl-suite.ts';

describeKubectl('finds its way', {
  resources: [
    [
      'kubectl api-resources -o wide',
      /^NAME +SHORTNAMES +APIVERSION +NAMESPACED +KIND +VERBS +CATEGORIES\n/,
      /\ndeployments +deploy +apps\/v1 +true +Deployment +create,delete,deletecollection,get,list,patch,update,watch +all\n/,
      /\nnamespaces +ns +v1 +false +Namespace +create,delete,get,list,patch,update,watch +\n/,
      /\nselfsubjectreviews +authentication.k8s.io\/v1 +false +SelfSubjectReview +create +\n/,
    ],
    ['kubectl api-resources --api-group=batch --no-headers -o name', 'cronjobs.batch\njobs.batch'],
    ['kubectl api-versions', /^admissionregistration.k8s.io\/v1\n[\s\S]*\nv1\n$/],
    ['kubectl version', /Server Version: v1\.\d+\.\d+/, { complaint: /^(WARNING: version difference .*\n)?$/ }],
    ['kubectl cluster-info', /control plane.* is running at .*https:\/\/127\.0\.0\.1:/],
    ['kubectl get --raw /readyz', 'ok'],
  ],
  explanations: [
    [
      'kubectl explain deployment.spec.strategy',
      /KIND: +Deployment\nVERSION: +v1\n/,
      /FIELD: strategy <DeploymentStrategy>\n/,
      /\n {2}rollingUpdate\t<RollingUpdateDeployment>\n/,
    ],
    ['kubectl explain pod.spec.containers.ports', /containerPort\t<integer> -required-/],
    ['kubectl explain deployment.spec --recursive', /maxSurge\t<IntOrString>/],
    ['kubectl explain hpa --api-version=autoscaling/v1', /VERSION: +v1\n/],
    ['kubectl explain deployment.spec.nonsense', fails('error: field "nonsense" does not exist')],
  ],
});
