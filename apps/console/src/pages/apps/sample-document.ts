const PROGRAM = `require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end('<h1>It works</h1><p>This page comes from a container of the application <b>sample</b>.</p>');
}).listen(8080);`;

/** The application behind "Deploy a sample": a web server that needs no registry, with a probe and an address. */
export const sampleDocument = {
  name: 'sample',
  description: 'A small web app to look at',
  component: [
    {
      name: 'sample-web',
      type: 'webservice',
      image: 'kubemin/node',
      replicas: 1,
      properties: { ports: [{ port: 8080 }], command: ['node', '-e', PROGRAM] },
      traits: {
        probes: [{ type: 'readiness', httpGet: { path: '/', port: 8080 }, periodSeconds: 2 }],
        ingress: [{ hosts: ['sample.localhost'], routes: [{ path: '/', backend: { serviceName: 'sample-web' } }] }],
      },
    },
  ],
};
