/** Has the browser keep a file under the name that its address ends with. */
export function keepFile(address: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
