/**
 * A name under which a file of others can be saved on any system: no path, no hidden file, no option of a command, no device
 * of Windows, and at most 255 bytes. What can't be kept of a name becomes `_`, and nothing at all `file`.
 */
export function safeFileName(name: string): string {
  const safe = name
    .slice(-80)
    .replace(/[\p{C}<>:"/\\|?*]/gu, '_')
    .replace(/^[\s.~-]+|[\s.]+$/g, '')
    .replace(/^(?=(con|prn|aux|nul|(com|lpt)\d)\s*(\.|$))/i, '_')
  return safe || 'file'
}
