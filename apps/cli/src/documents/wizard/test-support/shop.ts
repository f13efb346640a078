/** Answers that describe a shop: a service with variables and a probe, a database, and its password. */
export const shopAnswers = {
  name: 'shop',
  'component.1.name': 'api',
  'component.1.image': 'ghcr.io/me/api:1.4',
  'component.1.ports.1.port': '8080',
  'component.1.traits': ['envs', 'probes'],
  'component.1.traits.envs.1.name': 'DB_PASSWORD',
  'component.1.traits.envs.1.valueFrom.which': 'secret',
  'component.1.traits.envs.1.valueFrom.secret.name': 'db-cred',
  'component.1.traits.envs.1.valueFrom.secret.key': 'password',
  'component.1.traits.probes.1.type': 'readiness',
  'component.1.traits.probes.1.which': 'httpGet',
  'component.1.traits.probes.1.httpGet.path': '/healthz',
  'component.1.traits.probes.1.httpGet.port': '8080',
  'component.1.more': ['env'],
  'component.1.env.1': 'DB_HOST=mysql:3306',
  'component.2': true,
  'component.2.type': 'store',
  'component.2.name': 'mysql',
  'component.2.image': 'mysql:8.4',
  'component.2.traits': ['storage', 'envFrom'],
  'component.2.traits.storage.1.name': 'data',
  'component.2.traits.storage.1.mountPath': '/var/lib/mysql',
  'component.2.traits.storage.1.size': '5Gi',
  'component.2.traits.envFrom.1.type': 'secret',
  'component.2.traits.envFrom.1.sourceName': 'db-cred',
  'component.3': true,
  'component.3.type': 'secret',
  'component.3.name': 'db-cred',
  'component.3.secret.1.key': 'password',
  'component.3.secret.1.value': 'hunter2',
} as const;

/** The document those answers give. */
export const shopDocument = `name: shop
component:
  - name: api
    type: webservice
    image: ghcr.io/me/api:1.4
    properties:
      ports:
        - port: 8080
      env:
        DB_HOST: mysql:3306
    traits:
      envs:
        - name: DB_PASSWORD
          valueFrom:
            secret:
              name: db-cred
              key: password
      probes:
        - type: readiness
          httpGet:
            path: /healthz
            port: 8080
  - name: mysql
    type: store
    image: mysql:8.4
    traits:
      storage:
        - name: data
          type: persistent
          mountPath: /var/lib/mysql
          readOnly: false
          size: 5Gi
      envFrom:
        - type: secret
          sourceName: db-cred
  - name: db-cred
    type: secret
    properties:
      secret:
        password: hunter2
workflow:
  - name: db-cred
    components:
      - db-cred
  - name: mysql
    components:
      - mysql
  - name: api
    components:
      - api
`;
