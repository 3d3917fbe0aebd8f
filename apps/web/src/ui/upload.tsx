import { FileButton } from '@mantine/core'
import { limits } from '@mshahara/contract/limits'
import type { ReactNode } from 'react'
import { toast } from '../lib/toast.tsx'

export const pictures = ['image/jpeg', 'image/png']

interface Props {
  /** What is allowed, in words, for the refusal. */
  allowed: string
  onPick: (dataUrl: string) => void
  children: (props: { onClick: () => void }) => ReactNode
}

/** Picks an image and reads it. The server checks its content; this saves a round trip. */
export function PictureUpload({ allowed, onPick, children }: Props) {
  async function pick(file: File | null) {
    if (!file) return
    if (!pictures.includes(file.type)) return toast('error', `Please choose a file: ${allowed}.`)
    if (file.size > limits.logoBytes) return toast('error', `The file is too large: ${allowed}.`)
    onPick(await asDataUrl(file))
  }
  return (
    <FileButton accept={pictures.join(',')} onChange={pick}>
      {children}
    </FileButton>
  )
}

export function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
