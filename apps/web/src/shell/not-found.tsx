import { Button, Center } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMaybeProfile } from '../lib/session.ts'
import { Empty } from '../ui/empty.tsx'
import { IconMapSearch } from '../ui/icons.ts'
import { useTitle } from '../ui/page.tsx'

const AppShell = lazy(() => import('./app-shell.tsx'))

/** Whoever can use the menu keeps it. */
export function NotFound() {
  useTitle('Page not found')
  const profile = useMaybeProfile()
  const inside = profile && !profile.must_change_password && profile.organization_id
  if (!inside) {
    return (
      <main>
        <Sentence />
      </main>
    )
  }
  return (
    <Suspense fallback={null}>
      <AppShell>
        <Sentence />
      </AppShell>
    </Suspense>
  )
}

function Sentence() {
  return (
    <Center mih="80dvh">
      <Empty
        icon={IconMapSearch}
        heading
        title="We could not find this page"
        text="The address may be mistyped, or the page may have moved."
        action={
          <Button component={Link} to="/">
            Go to the dashboard
          </Button>
        }
      />
    </Center>
  )
}
