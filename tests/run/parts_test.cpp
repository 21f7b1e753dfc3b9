// What a run is made of, piece by piece: schedules, JSON, the thread that writes, whole files, probes.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <future>
#include <numbers>
#include <sstream>
#include <thread>

#include "exec/background.hpp"
#include "io/file.hpp"
#include "run/json.hpp"
#include "run/probe.hpp"
#include "run/schedule.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;
using Unit = Schedule::Unit;

// ---- Schedules ------------------------------------------------------------------------------------------------------

/// The numbers of all files that a schedule asks for in a run of some frames, of some steps each, at 24 frames a second.
std::vector<std::int64_t> numbers(const Schedule& every, int frames, int steps_per_frame, double fps = 24) {
    std::vector<std::int64_t> all;
    const auto take = [&](const Moment& now) {
        if (const auto number = due(every, now)) all.push_back(*number);
    };
    take({});
    double time = 0;
    for (int step = 1; step <= frames * steps_per_frame; ++step) {
        const double before = time;
        time += 1 / (fps * steps_per_frame);
        take({.frame = step / steps_per_frame,
              .frame_complete = step % steps_per_frame == 0,
              .step = step,
              .before = before,
              .time = time});
    }
    take({.frame = frames, .step = frames * steps_per_frame, .end = true});
    return all;
}

using Numbers = std::vector<std::int64_t>;

TEST(Schedule, FramesCountCompleteFramesFromTheStart) {
    EXPECT_EQ(numbers({Unit::frames, 1}, 3, 2), (Numbers{0, 1, 2, 3}));
    EXPECT_EQ(numbers({Unit::frames, 2}, 5, 3), (Numbers{0, 2, 4}));
}

TEST(Schedule, StepsCountStepsWhateverAFrameIs) {
    EXPECT_EQ(numbers({Unit::steps, 1}, 2, 2), (Numbers{0, 1, 2, 3, 4}));
    EXPECT_EQ(numbers({Unit::steps, 3}, 4, 2), (Numbers{0, 3, 6}));
}

TEST(Schedule, SecondsAreMetByTheFirstStepThatReachesThem) {
    EXPECT_EQ(numbers({Unit::seconds, 0.5}, 24, 1), (Numbers{0, 1, 2}));
    EXPECT_EQ(numbers({Unit::seconds, 0.3}, 10, 1, 10), (Numbers{0, 1, 2, 3}));
}

TEST(Schedule, NoMomentIsLostToRoundingInALongRun) {
    const Numbers all = numbers({Unit::seconds, 0.1}, 3000, 1, 30);  // every third step, on the dot
    EXPECT_EQ(all.size(), 1001u);
}

TEST(Schedule, AnIntervalBelowAStepIsDueOnceAStep) {
    EXPECT_EQ(numbers({Unit::seconds, 0.01}, 3, 1, 10), (Numbers{0, 10, 20, 30}));
}

TEST(Schedule, TheEndIsDueOnceAndWithTheNumberOfFrames) { EXPECT_EQ(numbers({Unit::end, 1}, 7, 2), Numbers{7}); }

// ---- JSON -----------------------------------------------------------------------------------------------------------

TEST(Json, TextIsEscapedSoThatEveryReaderGetsItBack) {
    Json json;
    json.open().member("a \"b\"\\c\n\t\x01", std::string_view("\"\\\r\n\0é", 7)).close();
    EXPECT_EQ(json.text(), "{\n  \"a \\\"b\\\"\\\\c\\n\\u0009\\u0001\": \"\\\"\\\\\\u000d\\n\\u0000\xc3\xa9\"\n}\n");
}

TEST(Json, NumbersThatAreNotFiniteAreNull) {
    Json json;
    json.open().member("v", std::vector<double>{1.5, NAN, INFINITY, -1e300}).member("w", -NAN).close();
    EXPECT_EQ(json.text(), "{\n  \"v\": [1.5, null, null, -1e+300],\n  \"w\": null\n}\n");
}

TEST(Json, ListsAndTablesNestAndMayBeEmpty) {
    Json json;
    json.open().open_list("l").open().member("k", true).close().open().close().close().open("t").close();
    json.member("n", std::int64_t{1} << 40).close();
    EXPECT_EQ(json.text(),
              "{\n  \"l\": [\n    {\n      \"k\": true\n    },\n    {}\n  ],\n  \"t\": {},\n  \"n\": 1099511627776\n}\n");
}

// ---- The thread that writes -----------------------------------------------------------------------------------------

TEST(Background, TasksAreDoneInTheirOrderAndOnAnotherThread) {
    std::vector<int> order;
    bool other = true;
    {
        Background background(3);
        for (int i = 0; i < 50; ++i)
            background.submit([&order, &other, i, caller = std::this_thread::get_id()] {
                order.push_back(i);
                other = other && std::this_thread::get_id() != caller;
            });
        background.drain();
        EXPECT_EQ(order.size(), 50u);
    }
    for (int i = 0; i < 50; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
    EXPECT_TRUE(other);
}

TEST(Background, SubmitWaitsWhileAsManyTasksWaitAsMay) {
    std::promise<void> gate;
    std::shared_future<void> opened = gate.get_future().share();
    Background background(2);
    std::atomic<int> submitted = 0;
    std::promise<void> begun;
    background.submit([&begun, opened] { begun.set_value(), opened.wait(); });
    begun.get_future().wait();  // the first one is at work: it no longer waits
    std::thread eager([&] {
        for (int i = 0; i < 3; ++i) background.submit([] {}), ++submitted;
    });
    while (submitted < 2) std::this_thread::yield();
    for (int i = 0; i < 1000; ++i) std::this_thread::yield();  // a third that did not wait would be through by now
    EXPECT_EQ(submitted, 2);
    gate.set_value();
    eager.join();
    background.drain();
    EXPECT_EQ(submitted, 3);
}

TEST(Background, WhenThereIsRoomForOneToWaitOnlyTheLastIsStillToBeDone) {
    // What a double buffer rests on.
    Background background(1);
    std::atomic<int> done = 0;
    for (int i = 0; i < 200; ++i) {
        background.wait_for_room();
        ASSERT_GE(done, i - 1);
        background.submit([&] {
            for (int k = 0; k < 50; ++k) std::this_thread::yield();
            ++done;
        });
    }
    background.drain();
    EXPECT_EQ(done, 200);
}

TEST(Background, WhatWaitsBehindATaskThatThrowsIsNotDone) {
    // A checkpoint that counts a file which could not be written must not be written either.
    std::promise<void> gate;
    std::shared_future<void> opened = gate.get_future().share();
    bool done = false;
    {
        Background background(4);
        background.submit([opened] { opened.wait(), throw Error("the disk is full"); });
        background.submit([&] { done = true; });
        background.submit([&] { done = true; });
        gate.set_value();
        EXPECT_SAYS(error_of([&] { background.drain(); }), "the disk is full");
    }
    EXPECT_FALSE(done);
}

TEST(Background, WhatATaskThrowsReachesTheNextCallOnceAndTasksAfterThatAreDone) {
    Background background;
    bool later = false;
    background.submit([] { throw Error("the disk is full"); });
    EXPECT_SAYS(error_of([&] { background.drain(); }), "the disk is full");
    background.submit([&] { later = true; });
    background.drain();
    EXPECT_TRUE(later);
}

TEST(Background, SubmitTellsOfAnErrorInsteadOfWaitingForEver) {
    Background background(1);
    const std::string said = error_of([&] {
        for (int i = 0; i < 100; ++i) background.submit([] { throw Error("no room"); });
    });
    EXPECT_SAYS(said, "no room");
}

TEST(Background, TheEndFinishesWhatWaits) {
    int done = 0;
    {
        Background background(8);
        for (int i = 0; i < 8; ++i) background.submit([&] { ++done; });
    }
    EXPECT_EQ(done, 8);
}

// ---- Whole files ----------------------------------------------------------------------------------------------------

TEST(WriteWhole, ReplacesAFileAndLeavesNothingBeside) {
    TemporaryFolder folder;
    io::write_whole(folder.path() / "a.txt", "one");
    io::write_whole(folder.path() / "a.txt", "two");
    EXPECT_EQ(files_in(folder.path()), (Files{{"a.txt", "two"}}));
}

TEST(WriteWhole, AFileThatCanNotBeWrittenIsNamedWithReasonAndRemedyAndNothingIsLeft) {
    TemporaryFolder folder;
    write(folder / "plain", "a file");
    const std::string said = error_of([&] { io::write_whole(folder.path() / "plain" / "a.txt", "one"); });
    EXPECT_SAYS(said, folder / "plain/a.txt", "Not a directory", "check that the folder");
    fs::create_directory(folder.path() / "taken");
    EXPECT_SAYS(error_of([&] { io::write_whole(folder.path() / "taken", "one"); }), folder / "taken", "directory");
    EXPECT_EQ(files_in(folder.path()), (Files{{"plain", "a file"}}));
}

TEST(WriteWhole, AFileThatIsGivenUpLeavesTheOldOne) {
    TemporaryFolder folder;
    write(folder / "a.txt", "old");
    {
        const io::PartialFile partial(folder.path() / "a.txt");
        write(partial.temporary(), "half");
        EXPECT_TRUE(io::is_partial(partial.temporary()));
    }
    EXPECT_EQ(files_in(folder.path()), (Files{{"a.txt", "old"}}));
}

// ---- Probes ---------------------------------------------------------------------------------------------------------

/// The lines of a table, and the numbers of each.
std::vector<std::vector<double>> rows_of(const std::string& csv) {
    std::istringstream lines(csv);
    std::vector<std::vector<double>> rows;
    std::string line, word;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        rows.emplace_back();
        while (std::getline(words, word, ',')) rows.back().push_back(std::stod(word));
    }
    return rows;
}
std::string header_of(const std::string& csv) { return csv.substr(0, csv.find('\n')); }

/// sin x cos y, -cos x sin y in a periodic square (or box, the same in each layer) of one metre.
Settings taylor_green(int dimension) {
    Settings s;
    s.size.assign(static_cast<std::size_t>(dimension), 1.0);
    s.cells = dimension == 2 ? std::vector{64, 64} : std::vector{64, 64, 2};
    if (dimension == 3) s.size[2] = 0.5;
    s.boundary = all_sides(periodic());
    constexpr double k = 2 * std::numbers::pi;
    s.initial_velocity[0] = [](Vec3 p) { return std::sin(k * p.x) * std::cos(k * p.y); };
    s.initial_velocity[1] = [](Vec3 p) { return -std::cos(k * p.x) * std::sin(k * p.y); };
    return s;
}

TEST(Probe, TotalsOfTaylorGreenVorticesAreThoseOfTheClosedForm) {
    for (const int dimension : {2, 3}) {
        const Simulation fluid(taylor_green(dimension));
        ProbeTable table({.name = "t", .record = {"kinetic-energy", "enstrophy", "max-speed", "total smoke"}}, fluid);
        table.record(fluid);
        const std::vector<double> row = rows_of(table.csv()).at(0);
        const double depth = dimension == 2 ? 1 : 0.5, k = 2 * std::numbers::pi;
        ASSERT_EQ(row.size(), 5u);
        EXPECT_EQ(row[0], 0);
        EXPECT_NEAR(row[1] / depth, 0.25, 1e-3);                // half the mean of sin2 cos2 + cos2 sin2
        EXPECT_NEAR(row[2] / depth / (k * k / 2), 1, 0.01);     // curl: 2 k sin sin, so half of 4 k2 / 4
        EXPECT_NEAR(row[3], 1, 2e-3);
        EXPECT_EQ(row[4], 0);
    }
}

TEST(Probe, HeadersNameQuantitiesWithTheirUnits) {
    const std::vector<std::string> totals{"kinetic-energy", "enstrophy", "max-divergence", "max-speed", "total smoke"};
    const Simulation plane(taylor_green(2)), box(taylor_green(3));
    EXPECT_EQ(header_of(ProbeTable({.name = "t", .record = totals}, plane).csv()),
              "time [s],kinetic-energy [m4/s2],enstrophy [m2/s2],max-divergence [1/s],max-speed [m/s],total smoke [m2]");
    EXPECT_EQ(header_of(ProbeTable({.name = "t", .record = totals}, box).csv()),
              "time [s],kinetic-energy [m5/s2],enstrophy [m3/s2],max-divergence [1/s],max-speed [m/s],total smoke [m3]");
    const Probe line{.name = "l", .record = {"velocity", "speed", "pressure", "smoke"}, .has_line = true, .samples = 2};
    EXPECT_EQ(header_of(ProbeTable(line, plane).csv()),
              "time [s],x [m],y [m],velocity.x [m/s],velocity.y [m/s],speed [m/s],pressure [m2/s2],smoke");
}

TEST(Probe, ALineIsSampledFromEndToEnd) {
    const Simulation fluid(taylor_green(2));
    ProbeTable table({.name = "l", .record = {"velocity", "speed"}, .has_line = true, .from = {0, 0.5}, .to = {1, 0.5},
                      .samples = 5},
                     fluid);
    table.record(fluid);
    const auto rows = rows_of(table.csv());
    ASSERT_EQ(rows.size(), 5u);
    for (std::size_t k = 0; k < 5; ++k) {
        const double x = 0.25 * static_cast<double>(k), u = -std::sin(2 * std::numbers::pi * x);
        EXPECT_DOUBLE_EQ(rows[k][1], x);
        EXPECT_DOUBLE_EQ(rows[k][2], 0.5);
        EXPECT_NEAR(rows[k][3], u, 0.01);
        EXPECT_NEAR(rows[k][4], 0, 0.01);
        EXPECT_NEAR(rows[k][5], std::abs(u), 0.01);
    }
}

}  // namespace
}  // namespace whorl
