import type { ReactNode } from 'react'
import { useTexts } from '../lib/language.tsx'
import { IconCalculator, IconLock, IconUsers } from '../ui/icons.ts'
import { Logo } from '../ui/logo.tsx'
import { product } from '../ui/title.ts'
import classes from './outside-frame.module.css'
import { outsideTexts } from './outside-texts.ts'

const points = [
  [IconCalculator, 'pitchFigures'],
  [IconUsers, 'pitchPeople'],
  [IconLock, 'pitchRecord'],
] as const

/** The layout before and around the application: who we are on the left, the form on the right. */
export function OutsideFrame({ children }: { children: ReactNode }) {
  const t = useTexts(outsideTexts)
  return (
    <div className={classes.frame}>
      <header className={classes.brand}>
        <span className={classes.name}>
          <Logo size={40} plain />
          {product}
        </span>
        <div className={classes.pitch}>
          <p className={classes.line}>{t.pitch}</p>
          <ul>
            {points.map(([Icon, point]) => (
              <li key={point}>
                <Icon size={20} stroke={1.6} aria-hidden />
                {t[point]}
              </li>
            ))}
          </ul>
        </div>
        <Weave />
      </header>
      <main id="main" className={classes.main}>
        {children}
      </main>
    </div>
  )
}

/** Woven bands along the foot of the panel. */
function Weave() {
  const zigzag = Array.from({ length: 24 }, (_, i) => `L${(i + 1) * 24} ${i % 2 ? 0 : 24}`).join(
    ' ',
  )
  return (
    <svg className={classes.weave} viewBox="0 0 480 120" aria-hidden="true" focusable="false">
      <g fill="none" strokeWidth="7">
        <path d={`M0 0 ${zigzag}`} transform="translate(0 12)" stroke="#f2b84b" opacity=".85" />
        <path d={`M0 0 ${zigzag}`} transform="translate(0 40)" stroke="#fff" opacity=".22" />
        <path d={`M0 0 ${zigzag}`} transform="translate(0 68)" stroke="#fff" opacity=".12" />
      </g>
    </svg>
  )
}
