/** Bodies that kubectl 1.32 and 1.33 sent (the same bytes both), in base64, by what they hold; beside each the command. */
export const KUBECTL_BODIES = {
  // kubectl create configmap settings --from-literal=a=1 --from-literal=empty=
  configMap: [
    'azhzAAoPCgJ2MRIJQ29uZmlnTWFwEjQKHwoIc2V0dGluZ3MSABoHZGVmYXVsdCIAKgAyADgAQgASBgoBYRIBMRIJCgVlbXB0eRIA',
    'GgAiAA==',
  ].join(''),
  // kubectl create secret generic login --from-literal=user=admin --from-literal=password=pässword
  secret: [
    'azhzAAoMCgJ2MRIGU2VjcmV0EkYKHAoFbG9naW4SABoHZGVmYXVsdCIAKgAyADgAQgASFQoIcGFzc3dvcmQSCXDDpHNzd29yZBIN',
    'CgR1c2VyEgVhZG1pbhoAGgAiAA==',
  ].join(''),
  // kubectl create namespace shop
  namespace: 'azhzAAoPCgJ2MRIJTmFtZXNwYWNlEhwKFAoEc2hvcBIAGgAiACoAMgA4AEIAEgAaAgoAGgAiAA==',
  // kubectl create deployment web --image=registry.test/web:1 --replicas=2 --port=80
  deployment: [
    'azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50EssBCiYKA3dlYhIAGgdkZWZhdWx0IgAqADIAOABCAFoKCgNhcHASA3dlYhKSAQgC',
    'EgwKCgoDYXBwEgN3ZWIaeAocCgASABoAIgAqADIAOABCAFoKCgNhcHASA3dlYhJYEjoKA3dlYhITcmVnaXN0cnkudGVzdC93ZWI6',
    'MSoAMgoKABAAGFAiACoAQgBqAHIAgAEAiAEAkAEAogEAGgAyAEIASgBSAFgAYABoAIIBAIoBAJoBAMIBACICCgAoADgAGgwIABAA',
    'GAAgACgAOAAaACIA',
  ].join(''),
  // kubectl create role reader --verb=get,list --resource=pods,deployments.apps --resource-name=web
  role: [
    'azhzAAokChxyYmFjLmF1dGhvcml6YXRpb24uazhzLmlvL3YxEgRSb2xlEl4KHQoGcmVhZGVyEgAaB2RlZmF1bHQiACoAMgA4AEIA',
    'EhgKA2dldAoEbGlzdBIAGgRwb2RzIgN3ZWISIwoDZ2V0CgRsaXN0EgRhcHBzGgtkZXBsb3ltZW50cyIDd2ViGgAiAA==',
  ].join(''),
  // kubectl create job once --image=registry.test/job:1 -- sh -c exit 0
  job: [
    'azhzAAoPCghiYXRjaC92MRIDSm9iEqEBChsKBG9uY2USABoHZGVmYXVsdCIAKgAyADgAQgASeDJ2ChAKABIAGgAiACoAMgA4AEIA',
    'EmISPwoEb25jZRITcmVnaXN0cnkudGVzdC9qb2I6MRoCc2gaAi1jGgZleGl0IDAqAEIAagByAIABAIgBAJABAKIBABoFTmV2ZXIy',
    'AEIASgBSAFgAYABoAIIBAIoBAJoBAMIBABoIIAAoADAAOgAaACIA',
  ].join(''),
  // kubectl create token default --duration=10m
  tokenRequest: [
    'azhzAAooChhhdXRoZW50aWNhdGlvbi5rOHMuaW8vdjESDFRva2VuUmVxdWVzdBIdChAKABIAGgAiACoAMgA4AEIAEgMg2AQaBAoA',
    'EgAaACIA',
  ].join(''),
  // kubectl auth can-i list pods
  accessReview: [
    'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSPQoQCgASABoAIgAqADIAOABC',
    'ABIfCh0KB2RlZmF1bHQSBGxpc3QaACIAKgRwb2RzMgA6ABoICAASABoAIAAaACIA',
  ].join(''),
  // kubectl create quota small --hard=cpu=1500m,pods=3
  resourceQuota: [
    'azhzAAoTCgJ2MRINUmVzb3VyY2VRdW90YRI/ChwKBXNtYWxsEgAaB2RlZmF1bHQiACoAMgA4AEIAEh0KDgoDY3B1EgcKBTE1MDBt',
    'CgsKBHBvZHMSAwoBMxoAGgAiAA==',
  ].join(''),
  // kubectl create service clusterip web --tcp=80:8080
  service: [
    'azhzAAoNCgJ2MRIHU2VydmljZRJwCiYKA3dlYhIAGgdkZWZhdWx0IgAqADIAOABCAFoKCgNhcHASA3dlYhJCChsKBzgwLTgwODAS',
    'A1RDUBhQIgcIABCQPxoAKAASCgoDYXBwEgN3ZWIaACIJQ2x1c3RlcklQOgBCAFIAWgBgAGgAGgIKABoAIgA=',
  ].join(''),
  // kubectl create ingress web --rule=web.test/*=web:80,tls=cert
  ingress: [
    'azhzAAofChRuZXR3b3JraW5nLms4cy5pby92MRIHSW5ncmVzcxJgChoKA3dlYhIAGgdkZWZhdWx0IgAqADIAOABCABI+EhAKCHdl',
    'Yi50ZXN0EgRjZXJ0GioKCHdlYi50ZXN0Eh4KHAoaCgEvEg0iCwoDd2ViEgQKABBQGgZQcmVmaXgaAgoAGgAiAA==',
  ].join(''),
} as const;
