import { Code, Text, UnstyledButton } from '@mantine/core'
import classes from './demo-sign-ins.module.css'

const people = [
  ['primary@baraka.test', 'Primary, Baraka Foods'],
  ['admin@baraka.test', 'Admin, Baraka Foods'],
  ['finance@baraka.test', 'Finance, Baraka Foods'],
  ['user@baraka.test', 'User, Baraka Foods'],
  ['employee@baraka.test', 'Employee, Baraka Foods'],
  ['primary@tumaini.test', 'Primary, Tumaini Hardware'],
  ['operator@mshahara.test', 'Platform operator'],
] as const

export const demoPassword = 'karibu-2026'

/** Only with the demo data: whom one can sign in as. A click fills the form. */
export function DemoSignIns({ onPick }: { onPick: (email: string) => void }) {
  return (
    <details className={classes.box}>
      <summary>Demo sign-ins</summary>
      <ul>
        {people.map(([email, who]) => (
          <li key={email}>
            <UnstyledButton onClick={() => onPick(email)}>
              <span>{email}</span> <span>{who}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Text size="sm" mt="xs">
        Password of all: <Code>{demoPassword}</Code>
      </Text>
      <Text size="sm" mt={4}>
        First-time login: <Code>new@baraka.test</Code> with the ID number <Code>31245678</Code>
      </Text>
    </details>
  )
}
