{{- define "kubemin.account" -}}
{{ .Values.serviceAccount.name | default .Release.Name }}
{{- end }}

{{- define "kubemin.selector" -}}
app.kubernetes.io/name: kubemin
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "kubemin.labels" -}}
{{ include "kubemin.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
