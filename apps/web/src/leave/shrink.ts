import { limits } from '@mshahara/contract/limits'
import { asDataUrl } from '../ui/upload.tsx'

/** A photo from a phone is larger than the server takes, and than anybody needs to read a note. */
const side = 2000

export async function attachmentOf(file: File): Promise<string> {
  const picture = file.type === 'image/jpeg' || file.type === 'image/png'
  if (!picture || file.size <= limits.logoBytes / 2) return asDataUrl(file)
  const image = await createImageBitmap(file)
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return canvas.toDataURL('image/jpeg', 0.85)
}
