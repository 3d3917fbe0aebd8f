import { Anchor } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { useMaybeProfile } from '../lib/session.ts'
import { Logo } from '../ui/logo.tsx'
import { product } from '../ui/title.ts'
import classes from './wide.module.css'

/** What everybody may open and what needs room: a line with the name, and all the width below. */
export default function Wide() {
  const signedIn = useMaybeProfile() !== null
  return (
    <>
      <header className={classes.bar}>
        <Link to="/" className={classes.name} aria-label={`${product}, home`}>
          <Logo size={32} />
          {product}
        </Link>
        <Anchor component={Link} to={signedIn ? '/dashboard' : '/login'} size="sm" fw={600}>
          {signedIn ? 'Back to the application' : 'Sign in'}
        </Anchor>
      </header>
      <main id="main" className={classes.main}>
        <Outlet />
      </main>
    </>
  )
}
