#pragma once
// From one level of the split hierarchy to the next: find the parts of each block, number them, tie them.

#include "poisson/split_kernels.hpp"

namespace whorl {

template <class Exec, int D>
class SplitCoarsening {
  public:
    static constexpr int tallies = 7;

    /// What is kept from one level to the next.
    struct Found {
        int regions = 0;     // closed ones
        bool split = false;  // some block
    };

    SplitCoarsening(Exec& on, SplitPool<Exec, D>& pool, SplitLevel<Exec, D>& fine, SplitLevel<Exec, D>& coarse,
                    Found& found, bool shifted)
        : on_(on),
          pool_(pool),
          fine_(fine),
          coarse_(coarse),
          found_(found),
          shifted_(shifted),
          family_(fine.family()) {}

    /// Which parts there are.
    bool divide() {
        on_.for_each(coarse_.unknowns.box(), WholeBlock<D>{family_, fine_.A.weight, fine_.known, fine_.row,
                                                           fine_.least_tie(), coarse_.x, coarse_.inverse, coarse_.b});
        on_.for_each(fine_.unknowns.box(),
                     PlainParent<D>{coarse_.unknowns.box(), fine_.halved,
                                    fine_.finest() ? fine_.known : View<const float>{}, fine_.parent});
        each_row([&](Cell<D> first, int count, int* tally) {
            for (int t = 0; t < tallies; ++t) tally[t] = 0;
            for (int j = 0; j < count; ++j, ++first.i[0], ++first.at)
                if (coarse_.x.data()[first] == 0) find_parts(first, tally);
        });
        wrap(on_, coarse_.unknowns, View<float>(coarse_.x));
        each_row([&](Cell<D> first, int count, int* tally) {
            for (int j = 0; j < count; ++j, ++first.i[0], ++first.at) count_specials(first, tally);
        });
        if (!add_tallies()) return false;
        each_row([&](Cell<D> first, int count, int* tally) {
            for (int j = 0; j < count; ++j, ++first.i[0], ++first.at) number_parts(first, tally);
        });
        return true;
    }

    /// Ties of the special nodes, once the structured weights are there.
    bool tie() {
        const int begin = coarse_.first[0], count = coarse_.first[2] - begin;
        // Counted first, so that the ties of all nodes follow one another.
        for_each_part(on_, count, [&](int from, int to) {
            for (int s = begin + from; s < begin + to; ++s) {
                Special<D>& special = pool_.special.data()[s];
                for (int d = 0; d < Special<D>::directions; ++d) special.tie[d + 1] = collect(special, d).count;
            }
        });
        std::int64_t at = pool_.ties;
        for (int s = begin; s < begin + count; ++s) {
            Special<D>& special = pool_.special.data()[s];
            special.tie[0] = static_cast<int>(at);
            for (int d = 0; d < Special<D>::directions; ++d) {
                if (special.tie[d + 1] < 0) return false;
                at += special.tie[d + 1];
                special.tie[d + 1] = static_cast<int>(at);
            }
            if (at > static_cast<std::int64_t>(pool_.tie.size())) return false;
        }
        pool_.ties = static_cast<int>(at);
        for_each_part(on_, count, [&](int from, int to) {
            for (int s = begin + from; s < begin + to; ++s) fill(pool_.special.data()[s]);
        });
        return true;
    }

    /// The last level has nobody to hand its nodes to.
    static void finish(SplitLevel<Exec, D>& last, Found& found, bool shifted) {
        const Cell<D> only = last.unknowns.box().cell({});
        const auto close = [&](const SplitNode<D>& n) {
            last.parent.data()[n.at] = is_closed(last, n, shifted) ? -2 - found.regions++ : last.none;
        };
        const int row = last.row.data()[only];
        if (row < 0 && last.parent.data()[only] != last.none) close({only.at, only.i, -1});
        for (int s = row; row >= 0 && s < last.first[2]; ++s) close({last.special[s].node, only.i, s});
    }

  private:
    static constexpr int most_nodes = 256;  // of a block
    static constexpr int most_ties = 64;    // of a node, in one direction
    static constexpr int crumb = 1 << D;    // cells: parts with less are no reason to split anything
    enum Tally { specials_0, specials_1, children, extras, regions, splits, overflows };

    template <class Row>
    void each_row(const Row& row) {
        const Box<D> box = coarse_.unknowns.box();
        int* const tally = pool_.tally.data();
        on_.for_each_row(box, [&](Cell<D> first, int count) {
            int number = 0;
            for (int a = D - 1; a > 0; --a) number = number * box.extent(a) + first.i[a];
            row(first, count, tally + number * tallies);
        });
    }

    /// Nodes of the finer level in one block. Those with no parent any more are left out.
    int gather(const Cell<D>& block, SplitNode<D> (&nodes)[most_nodes]) const {
        const Index<D> count = family_.children(block.i);
        const Cell<D> eldest = family_.eldest(block);
        int found = 0;
        for (int k = 0; k < (1 << D); ++k) {
            Cell<D> f = eldest;
            bool inside = true;
            for (int a = 0; a < D; ++a) {
                const int up = k >> a & 1;
                inside = inside && up < count[a];
                f.i[a] += up;
                f.at += up * family_.fine.step[a];
            }
            if (!inside) continue;
            const int row = fine_.finest() ? -1 : fine_.row.data()[f];
            if (row < 0) {
                const bool exists = fine_.finest() ? fine_.known[f] > 0 : fine_.parent.data()[f] != fine_.none;
                if (exists) nodes[found++] = {f.at, f.i, -1};
                continue;
            }
            for (int s = row; s < fine_.first[2] && fine_.special[s].cell == f.at && found < most_nodes; ++s)
                if (fine_.parent.data()[fine_.special[s].node] != fine_.none)
                    nodes[found++] = {fine_.special[s].node, f.i, s};
            if (found > most_nodes - (1 << D)) return -1;
        }
        return found;
    }

    static bool is_closed(const SplitLevel<Exec, D>& level, const SplitNode<D>& n, bool shifted) {
        if (shifted) return false;
        float held = level.held(n) - level.shift;
        for (int d = 0; d < Special<D>::directions; ++d)
            if (level.is_side(n, d)) level.each_tie(n, d, [&](int, float w) { held += w; });
        return held <= level.least_tie();
    }

    /// No neighbour: relaxation is its solution, and no coarser level could add to that.
    bool is_alone(const SplitNode<D>& n) const {
        bool alone = true;
        for (int d = 0; d < Special<D>::directions; ++d)
            if (!fine_.is_side(n, d))
                fine_.each_tie(n, d, [&](int to, float w) {
                    if (w > fine_.least_tie() && (!fine_.finest() || fine_.known[to] > 0)) alone = false;
                });
        return alone;
    }

    /// How many parts are more than crumbs.
    int large_parts(const SplitNode<D>* nodes, const int* part, int count) const {
        int large = 0;
        for (int k = 0; k < count; ++k) {
            int volume = 0;
            for (int j = k; j < count && part[k] == k && volume < crumb; ++j)
                if (part[j] == k) volume += fine_.volume(nodes[j], crumb);
            large += volume >= crumb;
        }
        return large;
    }

    /// Into `parent` goes the number of the part within the block: 0 for the largest.
    void find_parts(const Cell<D>& block, int* tally) {
        SplitNode<D> nodes[most_nodes];
        const int count = gather(block, nodes);
        if (count < 0) tally[overflows] = 1;
        int part[most_nodes], size[most_nodes];
        bool special = false;
        for (int k = 0; k < count; ++k) part[k] = k, size[k] = 0, special = special || nodes[k].special >= 0;
        const auto join = [&](int from, int to) {
            for (int k = 0; k < count; ++k)
                if (part[k] == from) part[k] = to;
        };
        for (int k = 0; k < count; ++k)
            for (int d = 0; d < Special<D>::directions; ++d)
                fine_.each_tie(nodes[k], d, [&](int to, float w) {
                    for (int j = 0; j < count && w > fine_.least_tie(); ++j)
                        if (nodes[j].at == to && part[j] != part[k])
                            join(whorl::max(part[j], part[k]), whorl::min(part[j], part[k]));
                });
        int kept = 0, dropped = 0, largest = -1;
        for (int k = 0; k < count; ++k) ++size[part[k]];
        int number[most_nodes];
        for (int k = 0; k < count; ++k) {
            if (part[k] != k) continue;
            number[k] = 0;
            if (size[k] == 1 && is_alone(nodes[k])) {
                number[k] = is_closed(fine_, nodes[k], shifted_) ? -2 : fine_.none;
                tally[regions] += number[k] == -2;
                ++dropped;
            } else if (largest < 0 || size[k] > size[largest]) {
                largest = k;
            }
        }
        for (int k = 0; k < count; ++k)
            if (part[k] == k && number[k] == 0) number[k] = k == largest ? 0 : ++kept;
        kept += largest >= 0;
        for (int k = 0; k < count; ++k) fine_.parent.data()[nodes[k].at] = number[part[k]];
        if (kept + dropped > 1 && tally[splits] == 0) tally[splits] = large_parts(nodes, part, count) > 1;
        coarse_.x.data()[block] = static_cast<float>(kept);
        coarse_.inverse.data()[block] = static_cast<float>(whorl::max(count, 0) - dropped);
        coarse_.b.data()[block] = special || dropped > 0 ? 1.0f : 0.0f;
    }

    bool is_special(const Cell<D>& block) const {
        const float* parts = coarse_.x.data();
        if (parts[block] == 0) return false;
        bool special = parts[block] > 1 || coarse_.b.data()[block] > 0;
        for (int a = 0; a < D; ++a)
            special = special || parts[block - coarse_.A.step[a]] > 1 || parts[block + coarse_.A.step[a]] > 1;
        return special;
    }

    void count_specials(const Cell<D>& block, int* tally) {
        if (!is_special(block)) return;
        const int parts = static_cast<int>(coarse_.x.data()[block]);
        tally[colour_of(block.i)] += parts;
        tally[children] += static_cast<int>(coarse_.inverse.data()[block]);
        tally[extras] += parts - 1;
    }

    /// Each row's counts become where it starts.
    bool add_tallies() {
        const int rows = coarse_.unknowns.box().rows();
        std::int64_t total[tallies] = {};
        for (int r = 0; r < rows; ++r)
            for (int t = 0; t < tallies; ++t) {
                int& tally = pool_.tally.data()[r * tallies + t];
                const int count = tally;
                tally = static_cast<int>(total[t]);
                total[t] += count;
            }
        const std::int64_t specials = total[specials_0] + total[specials_1];
        coarse_.first[0] = pool_.specials;
        if (total[overflows] > 0 || total[extras] > coarse_.most_extras ||
            pool_.specials + specials > static_cast<std::int64_t>(pool_.special.size()) ||
            pool_.children + total[children] > static_cast<std::int64_t>(pool_.child.size()))
            return false;
        coarse_.first[1] = coarse_.first[0] + static_cast<int>(total[specials_0]);
        coarse_.first[2] = coarse_.first[1] + static_cast<int>(total[specials_1]);
        coarse_.extras = static_cast<int>(total[extras]);
        first_child_ = pool_.children;
        first_region_ = found_.regions;
        pool_.specials = coarse_.first[2];
        pool_.children += static_cast<int>(total[children]);
        found_.regions += static_cast<int>(total[regions]);
        found_.split = found_.split || total[splits] > 0;
        return true;
    }

    /// Into `parent` goes the node of the coarser level; special nodes get their children.
    void number_parts(const Cell<D>& block, int* tally) {
        const int parts = static_cast<int>(coarse_.x.data()[block]);
        const bool special = is_special(block);
        coarse_.parent.data()[block] = parts > 0 ? 0 : coarse_.none;
        coarse_.row.data()[block] = -1;
        const bool whole = coarse_.b.data()[block] < 0;
        if (whole && !special) return;
        SplitNode<D> nodes[most_nodes];
        const int count = gather(block, nodes);
        for (int k = 0; k < count && whole; ++k) fine_.parent.data()[nodes[k].at] = 0;
        const int first_extra = coarse_.unknowns.grid.values() + tally[extras] - 1;
        for (int part = 0; part < parts && special; ++part) {
            int& number = tally[colour_of(block.i)];
            const int s = coarse_.first[colour_of(block.i)] + number++;
            if (part == 0) coarse_.row.data()[block] = s;
            Special<D>& made = pool_.special.data()[s];
            made.node = part == 0 ? block.at : first_extra + part;
            made.cell = block.at, made.i = block.i;
            made.child = first_child_ + tally[children];
            for (int k = 0; k < count; ++k)
                if (fine_.parent.data()[nodes[k].at] == part)
                    pool_.child.data()[first_child_ + tally[children]++] =
                        nodes[k].special >= 0 ? ~nodes[k].special : nodes[k].at;
            made.children_end = first_child_ + tally[children];
            coarse_.parent.data()[made.node] = 0;
        }
        for (int k = 0; k < count; ++k) {
            int& parent = fine_.parent.data()[nodes[k].at];
            if (parent >= 0)
                parent = parent == 0 ? block.at : first_extra + parent;
            else if (parent == -2)
                parent = -2 - (first_region_ + tally[regions]++);
        }
        if (special) tally[extras] += parts - 1;
    }

    struct Ties {
        Tie tie[most_ties];
        int count = 0;  // -1: too many
        void add(int to, float weight) {
            for (int t = 0; t < count; ++t)
                if (tie[t].to == to) {
                    tie[t].weight += weight;
                    return;
                }
            if (count < 0 || count == most_ties)
                count = -1;
            else
                tie[count++] = {to, weight};
        }
    };

    /// What a node is tied to in one direction: as CoarseWeight has it, but to each part by itself.
    Ties collect(const Special<D>& s, int direction) const {
        const int a = direction / 2, high = direction & 1;
        Ties ties;
        if (coarse_.unknowns.periodic[a] && coarse_.unknowns.extent[a] == 1) return ties;  // its own neighbour
        const Spacing &fine = fine_.spacing[a], &coarse = coarse_.spacing[a];
        const bool halved = fine_.halved[a];
        const int first = halved ? 2 * s.i[a] : s.i[a];
        const int outer = high ? first + family_.children(s.i)[a] - 1 : first;
        const float near = fine.distance(outer + high), far = halved ? 2 * coarse.distance(s.i[a] + high) : near;
        const float full = fine_.full[a];
        for (int k = s.child; k < s.children_end; ++k) {
            const SplitNode<D> n = fine_.node(pool_.child.data()[k]);
            if (n.i[a] != outer) continue;
            const bool side = fine_.is_side(n, direction);
            fine_.each_tie(n, direction, [&](int to, float w) {
                const int ghost = s.cell + (high ? 1 : -1) * coarse_.A.step[a];
                const int parent = side ? ghost : fine_.parent.data()[to];
                if (parent < 0) return;
                ties.add(parent, family_.share * (side ? w * full / (full + w * (far - near)) : w * near / far));
            });
        }
        return ties;
    }

    void fill(Special<D>& s) {
        float diagonal = 0;
        for (int k = s.child; k < s.children_end; ++k) diagonal += fine_.held(fine_.node(pool_.child.data()[k]));
        diagonal *= family_.share;
        s.own = diagonal;
        const int values = coarse_.unknowns.grid.values();
        for (int d = 0; d < Special<D>::directions; ++d) {
            const Ties ties = collect(s, d);
            float in_grid = 0;
            for (int t = 0; t < ties.count; ++t) {
                pool_.tie.data()[s.tie[d] + t] = ties.tie[t];
                diagonal += ties.tie[t].weight;
                if (ties.tie[t].to < values) in_grid = ties.tie[t].weight;
            }
            // Faces in the grid belong to the block above them. One between a special block and one that is not has the
            // right weight already.
            const int a = d / 2, high = d & 1, size = coarse_.unknowns.extent[a], step = coarse_.A.step[a];
            if (s.node != s.cell || (high && (s.i[a] < size - 1 || coarse_.unknowns.periodic[a]))) continue;
            coarse_.weight[a].data()[s.cell + high * step] = in_grid;
            if (!high && s.i[a] == 0 && coarse_.unknowns.periodic[a])
                coarse_.weight[a].data()[s.cell + size * step] = in_grid;
        }
        s.inverse = diagonal > coarse_.least_tie() ? 1 / diagonal : 0.0f;
    }

    Exec& on_;
    SplitPool<Exec, D>& pool_;
    SplitLevel<Exec, D>& fine_;
    SplitLevel<Exec, D>& coarse_;
    Found& found_;
    bool shifted_;
    Family<D> family_;
    int first_child_ = 0, first_region_ = 0;
};

}  // namespace whorl
