import { Button, Center } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTexts } from '../lib/language.tsx'
import { useMaybeProfile } from '../lib/session.ts'
import { Empty } from '../ui/empty.tsx'
import { IconMapSearch } from '../ui/icons.ts'
import { useTitle } from '../ui/title.ts'
import { outsideTexts } from './outside-texts.ts'

const AppShell = lazy(() => import('./app-shell.tsx'))

/** Whoever can use the menu keeps it. */
export function NotFound() {
  useTitle(useTexts(outsideTexts).notFound)
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
  const t = useTexts(outsideTexts)
  return (
    <Center mih="80dvh">
      <Empty
        icon={IconMapSearch}
        heading
        title={t.notFoundTitle}
        text={t.notFoundText}
        action={
          <Button component={Link} to="/">
            {t.toDashboard}
          </Button>
        }
      />
    </Center>
  )
}
