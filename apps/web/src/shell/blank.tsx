import { Outlet } from '@tanstack/react-router'
import { IconCalculator, IconLock, IconUsers } from '../ui/icons.ts'
import { Logo } from '../ui/logo.tsx'
import { product } from '../ui/page.tsx'
import classes from './blank.module.css'

const points = [
  [IconCalculator, 'PAYE, SHIF, NSSF, Housing Levy and NITA, worked out to the cent'],
  [IconUsers, 'Employees, casuals, leave and loans in one place'],
  [IconLock, 'Every change on record, every organization kept separate'],
] as const

/** The layout before and around the application: who we are on the left, the form on the right. */
export default function Blank() {
  return (
    <div className={classes.frame}>
      <header className={classes.brand}>
        <span className={classes.name}>
          <Logo size={40} plain />
          {product}
        </span>
        <div className={classes.pitch}>
          <p className={classes.line}>Payroll that adds up.</p>
          <ul>
            {points.map(([Icon, text]) => (
              <li key={text}>
                <Icon size={20} stroke={1.6} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <Weave />
      </header>
      <main id="main" className={classes.main}>
        <Outlet />
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
