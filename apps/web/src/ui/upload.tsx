import { FileButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { toast } from '../lib/toast.tsx'

interface Props {
  accept: readonly string[]
  maxBytes: number
  /** What is allowed, in words, for the refusal. */
  allowed: string
  onPick: (dataUrl: string) => void
  children: (props: { onClick: () => void }) => ReactNode
}

/** Picks one file and reads it. The server proves the type by content; this saves a round trip. */
export function Upload({ accept, maxBytes, allowed, onPick, children }: Props) {
  async function pick(file: File | null) {
    if (!file) return
    if (!accept.includes(file.type)) return toast('error', `Please choose a file: ${allowed}.`)
    if (file.size > maxBytes) return toast('error', `The file is too large: ${allowed}.`)
    onPick(await asDataUrl(file))
  }
  return (
    <FileButton accept={accept.join(',')} onChange={pick}>
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
