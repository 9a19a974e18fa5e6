/** Guesses a media type from a file's extension. */
export function typeByName(name: string): string | undefined {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, extension) ? types[extension] : undefined
}

const openXml = 'application/vnd.openxmlformats-officedocument.'

/** Media types by extension. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  pdf: 'application/pdf',
  zip: 'application/zip',
  docx: `${openXml}wordprocessingml.document`,
  xlsx: `${openXml}spreadsheetml.sheet`,
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}
