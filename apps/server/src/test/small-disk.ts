import { execFileSync } from 'node:child_process'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A disk of a few megabytes, which only root can make. */
export const whyNoSmallDisk =
  process.platform !== 'linux' || process.getuid?.() !== 0 ? 'only root on Linux can mount' : ''

export async function mountSmall(folder: string, megabytes: number) {
  await mkdir(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const ballast = join(folder, 'ballast')
  return {
    /** Leaves so many bytes free, or none. */
    async fill(free = 0) {
      const { bavail, bsize } = await statfs(folder)
      const size = Math.max(0, bavail * bsize - free)
      await writeFile(ballast, Buffer.alloc(size)).catch(() => {})
    },
    free: () => rm(ballast, { force: true }),
    unmount: () => execFileSync('umount', ['-l', folder]),
  }
}
