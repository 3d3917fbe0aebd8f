import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Draws the icons of the installed application: `node scripts/icons.ts`. */

const folder = fileURLToPath(new URL('../apps/web/public/icons/', import.meta.url))

/** The sign of the favicon; a maskable one keeps it within the circle that every phone shows. */
const drawn = (round: number, scale: number) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="512" height="512">
  <rect width="32" height="32" rx="${round}" fill="#0b6b50"/>
  <g transform="translate(16 16) scale(${scale}) translate(-16 -16)">
    <path d="M7.5 23V10.5L16 18.5L24.5 10.5V23" fill="none" stroke="#fff" stroke-width="3.2"
      stroke-linecap="round" stroke-linejoin="round"/>
    <circle cx="16" cy="9" r="2.4" fill="#f2b84b"/>
  </g>
</svg>`

const icons = [
  ['icon-192.png', drawn(8, 1), 192],
  ['icon-512.png', drawn(8, 1), 512],
  ['maskable-512.png', drawn(0, 0.72), 512],
  ['apple-touch-icon.png', drawn(0, 0.86), 180],
] as const

for (const [name, svg, size] of icons) {
  const picture = sharp(Buffer.from(svg), { density: 300 }).resize(size, size)
  await writeFile(`${folder}${name}`, await picture.png({ compressionLevel: 9 }).toBuffer())
}
