// The completion of bash, written out from the command tree: it starts no process at a Tab, completes file names, and knows the flags
// that every command has. It needs no bash 4 and no package bash-completion.
import type { Command, Option } from 'commander';
import { pathOf } from './command-help/apply-help';

const everyCommand = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(everyCommand)];

const WORD = /^[A-Za-z0-9_.-]+$/;

/** Only plain words go into the script: nothing in it needs quoting. */
const wordsOf = (words: readonly string[]): string => {
  const odd = words.find((word) => !WORD.test(word));
  if (odd !== undefined) throw new Error(`broken invariant: ${JSON.stringify(odd)} is no word to complete`);
  return words.join(' ');
};

const flagOf = (option: Option): string => option.long ?? option.short ?? '';
const takesValue = (option: Option): boolean => option.required || option.optional;
const isFile = (placeholder: string): boolean => /<file>/.test(placeholder);

/** One arm of a `case`: what is offered there. */
const arm = (pattern: string, offered: string): string => `    '${pattern}') ${offered} ;;`;
const offerWords = (words: readonly string[]): string => `words='${wordsOf(words)}'`;

const subcommandArms = (commands: readonly Command[]): readonly string[] =>
  commands
    .filter((command) => command.commands.length > 0)
    .map((command) => arm(pathOf(command), offerWords(command.commands.map((one) => one.name()))));

const stepArms = (commands: readonly Command[]): readonly string[] =>
  commands.flatMap((command) =>
    command.parent === null ? [] : [arm(`${pathOf(command.parent)}/${command.name()}`, `path='${pathOf(command)}'`)],
  );

const flagArms = (commands: readonly Command[]): readonly string[] =>
  commands
    .filter((command) => command.parent !== null && command.commands.length === 0)
    .map((command) => arm(pathOf(command), offerWords(command.options.map(flagOf))));

const valueArms = (commands: readonly Command[]): readonly string[] =>
  commands.flatMap((command) =>
    command.options.flatMap((option) => {
      const place = `${pathOf(command)} ${flagOf(option)}`;
      if (option.argChoices !== undefined) return [arm(place, offerWords(option.argChoices))];
      return isFile(option.flags) ? [arm(place, 'files=1')] : [];
    }),
  );

const argumentArms = (commands: readonly Command[]): readonly string[] =>
  commands.flatMap((command) =>
    command.registeredArguments.flatMap((argument, index) => {
      const place = `${pathOf(command)} ${index}`;
      if (argument.argChoices !== undefined) return [arm(place, offerWords(argument.argChoices))];
      return argument.name() === 'file' ? [arm(place, 'files=1')] : [];
    }),
  );

const valueFlags = (commands: readonly Command[]): string =>
  [...new Set(commands.flatMap((command) => command.options.filter(takesValue).map(flagOf)))].join('|');

/** `turnkeep completion bash`: for `source <(...)` or a file of completions. */
export const bashCompletion = (program: Command): string => {
  const commands = everyCommand(program);
  return `# bash completion of turnkeep: source <(turnkeep completion bash)
_turnkeep() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' words='' files='' asks='' skip='' count=0 i word
  # Bash splits at the equals sign: --flag = value.
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ $word == '=' ]]; then skip=1; continue; fi
    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$word" in
      ${valueFlags(commands)}) skip=1; continue ;;
      -*) continue ;;
    esac
    if [[ -z $path && -z $asks && ( $word == help || $word == schema ) ]]; then asks="$word"; continue; fi
    case "$path/$word" in
${stepArms(commands).join('\n')}
    *) count=$((count + 1)) ;;
    esac
  done
  case "$prev" in
  ${valueFlags(commands)})
    case "$path $prev" in
${valueArms(commands).join('\n')}
    esac
    ;;
  *)
    if [[ $cur == -* ]]; then
      case "$path" in
${flagArms(commands).join('\n')}
      esac
      words="$words ${wordsOf([...program.options.map(flagOf), '--help'])}"
    else
      case "$path" in
${subcommandArms(commands).join('\n')}
      esac
      if [[ $asks == help && -z $path ]]; then words="$words exit-codes"; fi
      if [[ -z $asks ]]; then
        case "$path $count" in
${argumentArms(commands).join('\n')}
        esac
      fi
    fi
    ;;
  esac
  COMPREPLY=()
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
  else
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$cur")
  fi
}
complete -F _turnkeep turnkeep
`;
};
