/** The bytes of a form's file; none where nothing was chosen. */
export async function readUpload(file: FormDataEntryValue | null | undefined): Promise<Uint8Array> {
  return new Uint8Array(file instanceof File ? await file.arrayBuffer() : [])
}
