import { type Outside, seatOf } from './ctx.ts'
import { cleanImage } from './files.ts'

const side = 512

interface Uploaded {
  body: { file: string }
}

/** The two stages of every small picture: redrawn and stored, or removed again. */
export const pictureIn = (folder: string) => ({
  make: async (outside: Outside, { body }: Uploaded) =>
    outside.files.put(folder, await cleanImage('file', body.file, side, seatOf(outside)), 'webp'),
  undo: (outside: Outside, name: string) => outside.files.remove(folder, name),
})
