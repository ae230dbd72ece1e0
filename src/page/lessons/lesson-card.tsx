/** The lessons in the page: their menu, and the step of the one that is open, on a card beside the part of the page that it is about. */

import { GraduationCap, Projector, RotateCcw, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { lessonLink } from '../explorer/browser.js';
import type { PanelProps } from '../explorer/explorer.js';
import type { LessonPlace } from '../explorer/view.js';
import { CopyButton, Icon, PushButton } from '../play/controls.js';
import { LESSONS, type LessonStep, lessonAt } from './lessons.js';

/** The menu of the lessons, and of the view for a projector: large text, and less of what a class need not see. */
export function LearnMenu({ explorer, view: { projected } }: Omit<PanelProps, 'space'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useEffect(() => {
    document.documentElement.classList.toggle('projected', projected);
  }, [projected]);
  return (
    <>
      <PushButton class="with-icon" aria-haspopup="dialog" onPush={() => dialog.current?.showModal()}>
        <Icon of={GraduationCap} /> <span class="when-wide">Learn</span>
      </PushButton>
      <dialog ref={dialog} aria-labelledby="learn-title">
        <div class="row apart">
          <h2 id="learn-title">Learn</h2>
          <PushButton onPush={close}>Close</PushButton>
        </div>
        <ul class="lessons">
          {LESSONS.map(({ id, title, about, steps }) => (
            <li key={id}>
              <PushButton
                onPush={() => {
                  close();
                  explorer.openLesson({ id, at: 1 });
                }}
              >
                <strong>{title}</strong>
                <span class="note">
                  {about} {steps.length} steps.
                </span>
              </PushButton>
            </li>
          ))}
        </ul>
        <PushButton
          class="with-icon"
          aria-pressed={projected}
          title="Large text, and only what a class needs"
          onPush={() => {
            close();
            explorer.project(!projected);
          }}
        >
          <Icon of={Projector} /> View for a projector
        </PushButton>
      </dialog>
    </>
  );
}

interface LessonCardProps extends PanelProps {
  /** Part of the page that the card is beside; by default the position. */
  readonly part?: LessonStep['part'];
}

export function LessonCard({ part, ...props }: LessonCardProps) {
  const found = lessonAt(props.view.lesson);
  return found === null || found.step.part !== part ? null : <StepCard {...props} {...found} />;
}

type StepCardProps = PanelProps & NonNullable<ReturnType<typeof lessonAt>>;

/** Says what to do and, once it is done, what was seen. */
function StepCard({ explorer, view, space, place, lesson, step }: StepCardProps) {
  const card = useRef<HTMLElement>(null);
  // What was seen stays, whatever the reader does afterwards.
  const [before, setBefore] = useState<{ readonly place: LessonPlace; readonly text: string } | null>(null);
  const now = step.seen(view);
  const seen = now ?? (before?.place === place ? before.text : null);
  useEffect(() => {
    if (now === null) return;
    setBefore({ place, text: now });
    explorer.say(`Done. ${now}`);
  }, [now]);
  useEffect(() => {
    const { top, bottom } = card.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    card.current?.focus({ preventScroll: true });
    if (step.part !== undefined || top < 0 || bottom > innerHeight) card.current?.scrollIntoView();
  }, [place]);
  const go = (at: number) => explorer.openLesson({ id: lesson.id, at });
  const { length } = lesson.steps;
  const { grown } = view;
  const last = space.maxDepth ?? 0;
  return (
    <section
      class={`card lesson needs-${step.needs}${seen === null ? '' : ' done'}`}
      ref={card}
      tabIndex={-1}
      aria-labelledby="lesson-title"
    >
      <div class="row apart">
        <div>
          <p class="note">
            {lesson.short}, step {place.at} of {length}
          </p>
          <h2 id="lesson-title">{step.title}</h2>
        </div>
        <PushButton class="with-icon" name="Close lesson" icon={X} onPush={() => explorer.openLesson(null)} />
      </div>
      <p>{step.text}</p>
      <p class="task">{step.task}</p>
      {step.numbers && (
        <dl class="watched-numbers">
          {step.numbers(view).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {grown !== null && (
        <div class="row layers-found">
          <PushButton off={grown === last} onPush={() => explorer.change({ grown: grown + 1 })}>
            Next layer
          </PushButton>
          <input
            type="range"
            aria-label="Last layer found"
            max={last}
            value={grown}
            onInput={(event) => explorer.change({ grown: event.currentTarget.valueAsNumber })}
          />
        </div>
      )}
      {seen !== null && <p class="seen">{seen}</p>}
      <div class="row">
        <PushButton aria-label="Back one step" off={place.at === 1} onPush={() => go(place.at - 1)}>
          Back
        </PushButton>
        <PushButton
          class={seen === null ? '' : 'main'}
          aria-label="Next step"
          off={place.at === length}
          onPush={() => go(place.at + 1)}
        >
          Next
        </PushButton>
        <PushButton class="with-icon" name="Set up again" icon={RotateCcw} onPush={() => go(place.at)} />
        <CopyButton explorer={explorer} text={() => lessonLink(place)} />
      </div>
    </section>
  );
}
