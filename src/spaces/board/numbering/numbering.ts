/** States of a board as numbers: conversion between positions, relative to a goal, and (cell, word, bit). */

import { fromLehmerDigits } from '../../permutation/lehmer.js';
import { MOST_CELLS } from '../board.js';
import { BLANK, formatPosition, type Position } from '../position.js';
import { type Geometry, LOW_DIGITS, readDigits, STATES_PER_WORD, writeStateDigits } from './geometry.js';

/** A state: the blank's cell, and the bit among the words of that cell. */
export interface State {
  readonly cell: number;
  /** 0..words-1. */
  readonly word: number;
  /** 0..59. */
  readonly bit: number;
}

/**
 * Returns the tiles in the order of their labels, by which the numbering of a goal names them. Labels follow the path in the goal; if that
 * arrangement has to be odd, the last two are exchanged. Goals that differ only in their tiles have the same numbering under other names.
 * @returns [label 0..cells-2]: the tile
 */
export function tilesByLabel({ path, parityAt }: Geometry, goal: Position): number[] {
  const tiles = path.map((cell) => goal[cell]).filter((tile) => tile !== BLANK);
  if (parityAt[goal.indexOf(BLANK)] === 1) tiles.push(...tiles.splice(-2).reverse());
  return tiles;
}

/**
 * Returns the inverse of tilesByLabel.
 * @returns [tile]: the label; the entry of the blank has no meaning
 */
export function labelsOf(geometry: Geometry, goal: Position): Int32Array {
  const labels = new Int32Array(geometry.board.cells);
  for (const [label, tile] of tilesByLabel(geometry, goal).entries()) labels[tile] = label;
  return labels;
}

/** Returns the goal with its blank on a cell whose tiles have these labels: the inverse of labelsOf. */
export function goalOf({ path, parityAt }: Geometry, labels: Int32Array, goalCell: number): Position {
  const tiles: number[] = [];
  for (const [tile, label] of labels.entries()) if (tile !== BLANK) tiles[label] = tile;
  if (parityAt[goalCell] === 1) tiles.push(...tiles.splice(-2).reverse());
  const goal = new Array<number>(path.length).fill(BLANK);
  let next = 0;
  for (const cell of path) if (cell !== goalCell) goal[cell] = tiles[next++];
  return goal;
}

/** Scratch memory of writeArrangement: the labels along the path. */
const order = new Uint8Array(MOST_CELLS);

/**
 * Numbers the arrangement of a position.
 * @param labels of the goal
 * @param digits receives the `geometry.digits` Lehmer digits; all but the last two are 0 for the goal
 * @returns whether the position has a number: whether its arrangement has the parity of the blank's cell or, on a single row or column, is
 * the goal's own. No moves lead to the goal from other positions; on some maps, nor from some of these
 */
export function writeArrangement(
  geometry: Geometry,
  labels: Int32Array,
  position: Position,
  digits: Int32Array | number[],
): boolean {
  const { path, still, parityAt, isLine } = geometry;
  const tiles = position.length - 1;
  let length = 0;
  for (const cell of path) if (position[cell] !== BLANK) order[length++] = labels[position[cell]];
  for (let j = 0; j < digits.length; j++) digits[j] = 0;
  if (isLine) return order.subarray(0, tiles).every((label, place) => label === place);
  let inversions = 0;
  for (let j = 0; j < tiles; j++) {
    let smaller = 0;
    for (let k = j + 1; k < tiles; k++) if (order[k] < order[j]) smaller++;
    digits[still + j] = smaller;
    inversions += smaller;
  }
  return inversions % 2 === parityAt[position.indexOf(BLANK)];
}

/**
 * Returns the state of a position.
 * @throws RangeError if it has no number, so no moves lead from it to the goal
 */
export function stateOf(geometry: Geometry, goal: Position, position: Position): State {
  const digits = new Array<number>(geometry.digits);
  if (!writeArrangement(geometry, labelsOf(geometry, goal), position, digits)) {
    throw new RangeError(`no moves lead from ${formatPosition(position)} to ${formatPosition(goal)}`);
  }
  const low = geometry.digits - LOW_DIGITS;
  return {
    cell: position.indexOf(BLANK),
    word: readDigits(digits, 0, low - 1),
    bit: readDigits(digits, low, low + 2),
  };
}

/** Returns the position of a state: the inverse of stateOf. */
export function positionOf(geometry: Geometry, goal: Position, { cell, word, bit }: State): Position {
  const digits = new Array<number>(geometry.digits);
  writeStateDigits(word, bit, geometry.parityAt[cell], digits);
  const tiles = tilesByLabel(geometry, goal);
  const arrangement = geometry.isLine ? tiles.map((_, label) => label) : fromLehmerDigits(digits.slice(geometry.still));
  const position = new Array<number>(geometry.board.cells).fill(BLANK);
  let next = 0;
  for (const place of geometry.path) if (place !== cell) position[place] = tiles[arrangement[next++]];
  return position;
}

/** Returns the number of a state among all states of a board, 0..states-1: cell * arrangements + arrangement. */
export function numberOf({ arrangements }: Geometry, { cell, word, bit }: State): number {
  return cell * arrangements + word * STATES_PER_WORD + bit;
}

/** Returns the state of a number: the inverse of numberOf. */
export function stateAt({ arrangements }: Geometry, number: number): State {
  const cell = Math.floor(number / arrangements);
  return stateOfArrangement(cell, number - cell * arrangements);
}

/** Returns the state of an arrangement. @param arrangement word * 60 + bit */
export function stateOfArrangement(cell: number, arrangement: number): State {
  const bit = arrangement % STATES_PER_WORD;
  return { cell, word: (arrangement - bit) / STATES_PER_WORD, bit };
}
